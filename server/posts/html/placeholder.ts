import { company } from '../../../shared/company.ts'
import type { Embed } from './embed-providers.ts'
import type { PostLabels } from './labels.ts'
import type { OwnLink } from './links.ts'
import { type Nodes, phrasingOnly, replaceBy, type Tree } from './tree.ts'

/** In pixels; null for a side that is a percentage, or none. */
export type Size = { width: number | null; height: number | null }

export function sidesOf(node: Nodes): Size {
  return { width: pixels(node.attr('width')), height: pixels(node.attr('height')) }
}

function pixels(side: string | undefined): number | null {
  const [, digits] = /^\s*([1-9]\d{0,3})(?:px)?\s*$/.exec(side ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * A still façade that names the host of an embedded page and links to it, from which the browser's script can make a frame.
 *
 * @param title empty for the provider's own
 */
export function facadeOf($: Tree, labels: PostLabels, embed: Embed, title: string, { width, height }: Size): Nodes {
  const { provider, frame, page } = embed
  const facade = $('<div>').attr({ class: `kg-embed ${shapeOf(width, height)}`, 'data-frame': frame })
  if (width !== null) facade.attr('data-width', String(width))
  if (height !== null) facade.attr('data-height', String(height))
  return facade.append(
    $('<p class="kg-embed-title">').text(title || labels.embedTitle(provider)),
    $('<p class="kg-embed-notice">').text(labels.embedNotice(new URL(frame).host)),
    $('<p class="kg-embed-actions">').append(
      $('<a>')
        .attr('href', page)
        .text(labels.embed(new URL(page).host)),
    ),
  )
}

/** The façade takes the frame's own room, so that little moves when it opens. */
function shapeOf(width: number | null, height: number | null): string {
  if (height === null) return 'kg-shape-wide'
  if (width === null) return height < 260 ? 'kg-shape-bar' : 'kg-shape-panel'
  const ratio = width / height
  if (ratio > 1.55) return 'kg-shape-wide'
  if (ratio > 1.15) return 'kg-shape-photo'
  return ratio > 0.8 ? 'kg-shape-square' : 'kg-shape-tall'
}

/** The plain link to content that the page cannot show, by its name or its host; empty if it has no address on the web. */
export type PlainLink = (address: string, name?: string) => Nodes | ''

export function createPlainLink($: Tree, labels: PostLabels, ownLink: OwnLink): PlainLink {
  return (address, name) => {
    const absolute = address.startsWith('//') ? `https:${address}` : address
    if (!/^\/\w/.test(absolute) && (!URL.canParse(absolute) || !/^https?:/i.test(absolute))) return ''
    const own = ownLink(absolute)
    if (own === null || own === '') return ''
    const host = own.startsWith('/') ? company.name : new URL(own).host
    return $('<p class="kg-embed-link">').append(
      $('<a>')
        .attr('href', absolute)
        .text(name || labels.embed(host)),
    )
  }
}

/** The last block put after an element, for one within it: the next one comes after that. */
const lastAfter = new WeakMap<object, Nodes>()

/**
 * Puts a placeholder in the place of a node; where that is phrasing content, which can hold no block, after the outermost of it.
 *
 * @param placeholder a block; an empty text for nothing at all
 */
export function replaceByBlock(node: Nodes, placeholder: Nodes | ''): void {
  const outermost = node.parents(phrasingOnly).last()
  const [element] = outermost
  if (element === undefined) return replaceBy(node, placeholder)
  if (placeholder !== '') {
    const before = lastAfter.get(element) ?? outermost
    before.after(placeholder)
    lastAfter.set(element, placeholder)
  }
  let left = node
  do {
    const parent = left.parent()
    left.remove()
    left = parent
  } while (left.contents().length === 0 && left.closest(outermost).length > 0)
}
