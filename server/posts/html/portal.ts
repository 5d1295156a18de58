import { isScriptRoute } from '../addresses/script-route.ts'
import type { Tree } from './tree.ts'

/**
 * Links and buttons that would open Ghost's Portal (https://docs.ghost.org/themes/members): those by attribute become links, and
 * those to what this site does not have leave their words.
 *
 * @param ownLink this site's address for one of the CMS's, null where it has none
 */
export function settlePortal($: Tree, ownLink: (address: string) => string | null): void {
  $('[data-portal]').each((_, element) => {
    const opener = $(element)
    const href = `#/portal/${opener.attr('data-portal') ?? ''}`
    if (opener.is('a')) opener.attr('href', href)
    // A link within a link, or around one, is none.
    else if (opener.closest('a').length === 0 && opener.find('a').length === 0) {
      const link = $('<a>')
        .attr('href', href)
        .addClass(opener.attr('class') ?? '')
      if (opener.is('button')) opener.replaceWith(link.append(opener.contents()))
      else opener.append(link.append(opener.contents()))
    }
  })
  $('a[href*="#"]').each((_, element) => {
    const link = $(element)
    const href = link.attr('href') ?? ''
    if (isScriptRoute(href) && ownLink(href) === null) link.replaceWith(link.contents())
  })
}
