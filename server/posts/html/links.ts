import { company } from '../../../shared/company.ts'
import type { PostLabels } from './labels.ts'
import { type Tree, visible } from './tree.ts'

/**
 * No link without words: one of a picture alone, which says nothing, gets a name that tells where it leads; one that shows
 * nothing at all is a stop for the keyboard that nobody sees, and goes, unless its author has a name for it.
 *
 * @param unread the names of elements whose content no reader is to see
 * @param ownLink this site's address for one of the CMS's, null for one that may not be shown
 */
export function nameLinks(
  $: Tree,
  labels: PostLabels,
  unread: readonly string[],
  ownLink: (address: string) => string | null,
): void {
  $('a[href]').each((_, element) => {
    const link = $(element)
    const read = link.clone()
    read.find(unread.join()).remove()
    if (visible.test(read.text())) return
    const named = read.find('[alt], [aria-label]').addBack()
    const names = named.map((_, part) => ['alt', 'aria-label', 'title'].map((name) => $(part).attr(name) ?? ''))
    const name = names.get().find((text) => visible.test(text))
    if (read.find('img').length > 0) {
      const own = ownLink(link.attr('href') ?? '')
      if (name === undefined && own !== null) link.attr('aria-label', labels.embed(placeOf(own)))
    } else if (name !== undefined) link.text(name).removeAttr('aria-label')
    // A place that other links lead to.
    else if (link.is('[id], [name]')) link.removeAttr('href')
    else link.replaceWith(link.contents())
  })
}

/** The host of an address, or whoever a message goes to. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return company.name
  const { host, pathname } = new URL(address)
  return host || pathname
}
