import { company } from '../../../shared/company.ts'
import type { PostLabels } from './labels.ts'
import { type Tree, unwrap, visible } from './tree.ts'

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
  // A button within a link, or around one, is nothing but its words.
  $('a[href] button, button:has(a[href])').each((_, element) => unwrap($(element)))
  $('a[href]').each((_, element) => {
    const link = $(element)
    const own = ownLink(link.attr('href') ?? '')
    const read = link.clone()
    read.find(unread.join()).remove()
    if (visible.test(read.text())) return
    const named = read.find('[alt], [aria-label]').addBack()
    const names = named.map((_, part) => ['alt', 'aria-label', 'title'].map((name) => $(part).attr(name) ?? ''))
    const name = names.get().find((text) => visible.test(text))
    if (read.find('img').length > 0) {
      if (name === undefined && own !== null) link.attr('aria-label', labels.embed(placeOf(own)))
    } else if (name !== undefined) link.text(name).removeAttr('aria-label')
    // A widget's, whose words its script would have written.
    else if (own !== null && /^https?:/.test(own) && isWidget(link.attr() ?? {})) link.text(labels.embed(placeOf(own)))
    // A place that other links lead to.
    else if (link.is('[id], [name]')) link.removeAttr('href')
    else unwrap(link)
  })
}

function isWidget(attributes: Record<string, string>): boolean {
  return Object.keys(attributes).some((name) => name === 'class' || name.startsWith('data-'))
}

/** The host of an address, or whoever a message goes to. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return company.name
  const { host, pathname } = new URL(address)
  return host || pathname
}
