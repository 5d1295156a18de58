import { company } from '../../../shared/company.ts'
import type { PostLabels } from './labels.ts'
import { wordsOnly } from './phrasing.ts'
import { type Nodes, replaceBy, type Tree } from './tree.ts'

/** The last block that came after an element, for what stood within it: the next one comes after that. */
const lastAfter = new WeakMap<object, Nodes>()

/** @param standIn a block: it comes after whatever around the node can hold none; an empty text for nothing at all */
export function standInFor(node: Nodes, standIn: Nodes | ''): void {
  const outermost = node.parents(wordsOnly).last()
  if (outermost.length === 0) return replaceBy(node, standIn)
  const [element] = outermost
  if (element !== undefined && standIn !== '') {
    const before = lastAfter.get(element) ?? outermost
    before.after(standIn)
    lastAfter.set(element, standIn)
  }
  let left = node
  do {
    const parent = left.parent()
    left.remove()
    left = parent
  } while (left.contents().length === 0 && left.closest(outermost).length > 0)
}

/** The plain, labelled link to what cannot be shown within the page; empty where it has no address on the web. */
export type PlainLink = (address: string) => Nodes | ''

/** @param ownLink this site's address for one of the CMS's, null for one that may not be shown; any other stays one of another site */
export function createPlainLink($: Tree, labels: PostLabels, ownLink: (address: string) => string | null): PlainLink {
  return (address) => {
    const absolute = address.startsWith('//') ? `https:${address}` : address
    if (!/^\/\w/.test(absolute) && (!URL.canParse(absolute) || !/^https?:/i.test(absolute))) return ''
    const own = ownLink(absolute)
    if (own === null || own === '') return ''
    const host = own.startsWith('/') ? company.name : new URL(own).host
    return $('<p class="kg-embed-link">').append($('<a>').attr('href', absolute).text(labels.embed(host)))
  }
}
