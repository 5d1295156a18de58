import { company } from '../../../shared/company.ts'
import type { Embed } from './embed-providers.ts'
import type { PostLabels } from './labels.ts'
import type { OwnLink } from './links.ts'
import { type Nodes, phrasingOnly, replaceBy, type Tree } from './tree.ts'

/** In pixels; null for a side that is missing or a percentage. */
export type Size = { width: number | null; height: number | null }

export function sidesOf(node: Nodes): Size {
  return { width: pixels(node.attr('width')), height: pixels(node.attr('height')) }
}

function pixels(side: string | undefined): number | null {
  const [, digits] = /^\s*([1-9]\d{0,3})(?:px)?\s*$/.exec(side ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * A static façade that names the host of an embedded page and links to it. The browser's script can replace it by a frame.
 *
 * @param title empty for the provider's default
 */
export function buildFacade($: Tree, labels: PostLabels, embed: Embed, title: string, { width, height }: Size): Nodes {
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

/** The façade takes as much room as the frame, so that little moves when it opens. */
function shapeOf(width: number | null, height: number | null): string {
  if (height === null) return 'kg-shape-wide'
  if (width === null) return height < 260 ? 'kg-shape-bar' : 'kg-shape-panel'
  const ratio = width / height
  if (ratio > 1.55) return 'kg-shape-wide'
  if (ratio > 1.15) return 'kg-shape-photo'
  return ratio > 0.8 ? 'kg-shape-square' : 'kg-shape-tall'
}

/** A link to content that the page cannot show, with its name or its host as text; empty if the address is not a web page. */
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

/** The last block that `replaceByBlock` put after an element. The next block comes after it. */
const lastAfter = new WeakMap<object, Nodes>()

/**
 * Replaces a node by a block. Phrasing content must not contain blocks, so there the block comes after the outermost element of it.
 *
 * @param placeholder a block; an empty text only removes the node
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
