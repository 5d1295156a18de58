import type { Tree } from './tree.ts'

const undisplayed = /(?:^|;)\s*display\s*:\s*none\b/i

/**
 * What its author hides stays unread: neither `hidden` nor a style comes through the allow-list, which would show it. Ghost's
 * own sign-up card is hidden too, for as long as Ghost's script has not seen it; it is a place, and its words are asked for.
 */
export function removeHidden($: Tree): void {
  $('[hidden], [style]')
    .not('.kg-signup-card')
    .filter((_, { attribs }) => 'hidden' in attribs || undisplayed.test(attribs.style ?? ''))
    .remove()
  // Those count visits.
  $('img, iframe, object, embed')
    .filter((_, { attribs }) => isDot(attribs.width) && isDot(attribs.height))
    .remove()
}

function isDot(side: string | undefined): boolean {
  return /^\s*[01](?:px)?\s*$/.test(side ?? '')
}
