import { company } from '../../../shared/company.ts'
import { isScriptRoute } from '../../addresses/addresses.ts'
import type { PostLabels } from './labels.ts'
import { visible } from './readable-text.ts'
import { phrasingOnly, readableCopy, type Tree, unwrap } from './tree.ts'

/** Schemes that links may have: of pages, and of programs for messages, calendars and places, which readers open by a click. */
export const linkSchemes = ['http', 'https', 'mailto', 'tel', 'sms', 'webcal', 'geo', 'xmpp']

/** Returns this site's address for an address of the CMS; null if the site has nothing there. Other addresses are unchanged. */
export type OwnLink = (address: string) => string | null

/**
 * Resolves links and buttons that would open Ghost's Portal (https://docs.ghost.org/themes/members). Elements with `data-portal`
 * become links. Links to what this site lacks become text.
 */
export function resolvePortalLinks($: Tree, ownLink: OwnLink): void {
  $('[data-portal]').each((_, element) => {
    const opener = $(element)
    const href = `#/portal/${opener.attr('data-portal') ?? ''}`
    if (opener.is('a')) return void opener.attr('href', href)
    // HTML has no link within a link.
    if (opener.closest('a').length > 0 || opener.find('a').length > 0) return
    const link = $('<a>')
      .attr('href', href)
      .addClass(opener.attr('class') ?? '')
      .append(opener.contents())
    if (opener.is('button')) opener.replaceWith(link)
    else opener.append(link)
  })
  $('a[href*="#"]').each((_, element) => {
    const link = $(element)
    const href = link.attr('href') ?? ''
    if (isScriptRoute(href) && ownLink(href) === null) link.replaceWith(link.contents())
  })
}

/** Interactive elements, which a link must not contain (HTML, "interactive content"). */
const controls = 'audio, video, .kg-embed, .kg-embed-link, pre, table, details, [tabindex]'

/** Removes links around controls, and keeps their content. */
export function unwrapControls($: Tree): void {
  $('a[href]')
    .has(controls)
    .each((_, link) => unwrap($(link)))
}

/**
 * Names links without text. The link of a picture without `alt` is named by its destination. A link that shows nothing is an
 * invisible stop for the keyboard; it is removed, unless its author has named it.
 */
export function nameLinks($: Tree, labels: PostLabels, ownLink: OwnLink): void {
  // A button within a link, or around a link, becomes its text.
  $('a[href] button, button:has(a[href])').each((_, element) => unwrap($(element)))
  // So does a button by which a script would fold a section. A player's button has its text in `aria-label`.
  $('button:not([aria-label])').each((_, element) => {
    const button = $(element)
    if (!visible.test(button.text())) return
    if (button.parents(phrasingOnly).length > 0) unwrap(button)
    else button.replaceWith($('<p>').append(button.contents()))
  })
  $('a[href]').each((_, element) => {
    const link = $(element)
    const own = ownLink(link.attr('href') ?? '')
    const copy = readableCopy(link)
    if (visible.test(copy.text())) return
    const named = copy.find('[alt], [aria-label]').addBack()
    const names = named.map((_, part) => ['alt', 'aria-label', 'title'].map((name) => $(part).attr(name) ?? ''))
    const name = names.get().find((text) => visible.test(text))
    if (copy.find('img').length > 0) {
      if (name === undefined && own !== null) link.attr('aria-label', labels.embed(destinationOf(own)))
    } else if (name !== undefined) link.text(name).removeAttr('aria-label')
    // A widget's script would have written the text.
    else if (own !== null && /^https?:/.test(own) && isWidget(link.attr() ?? {}))
      link.text(labels.embed(destinationOf(own)))
    // Other links lead to this element.
    else if (link.is('[id], [name]')) link.removeAttr('href')
    else unwrap(link)
  })
}

function isWidget(attributes: Record<string, string>): boolean {
  return Object.keys(attributes).some((name) => name === 'class' || name.startsWith('data-'))
}

/** The host of an address, or the recipient of a message. */
function destinationOf(address: string): string {
  if (!URL.canParse(address)) return company.name
  const { host, pathname } = new URL(address)
  return host || pathname
}
