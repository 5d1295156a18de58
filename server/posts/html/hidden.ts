import { visible } from './readable-text.ts'
import { phrasingOnly, readableCopy, type Tree } from './tree.ts'

const undisplayed = /(?:^|;)\s*display\s*:\s*none\b/i

/**
 * Removes elements that their author hides: the allow-list removes `hidden` and styles, so they would be shown. Ghost hides its
 * sign-up card until its script has run. That card stays, as the place of the newsletter block.
 */
export function removeHidden($: Tree): void {
  $('[hidden], [style]')
    .not('.kg-signup-card')
    .filter((_, { attribs }) => 'hidden' in attribs || undisplayed.test(attribs.style ?? ''))
    .remove()
  // Tracking pixels.
  $('img, iframe, object, embed')
    .filter((_, { attribs }) => isDot(attribs.width) && isDot(attribs.height))
    .remove()
}

function isDot(side: string | undefined): boolean {
  return /^\s*[01](?:px)?\s*$/.test(side ?? '')
}

/**
 * Removes headings without text: screen readers announce them, and the table of contents links to them. If a heading shows a
 * picture or a player, it becomes a plain box.
 */
export function removeEmptyHeadings($: Tree): void {
  $('h1, h2, h3, h4, h5, h6').each((_, element) => {
    const heading = $(element)
    const shown = heading.find('img, audio, video')
    const words = [readableCopy(heading).text(), ...shown.map((_, picture) => $(picture).attr('alt')).get()]
    if (words.some((text) => visible.test(text))) return
    if (shown.length === 0) return void heading.remove()
    const box = $(heading.parents(phrasingOnly).length === 0 ? '<div>' : '<span>').attr(heading.attr() ?? {})
    heading.replaceWith(box.append(heading.contents()))
  })
}
