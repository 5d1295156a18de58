import type { Embed } from './embed-hosts.ts'
import type { PostLabels } from './labels.ts'
import type { Nodes, Tree } from './tree.ts'

/** In pixels; null for a side that is a percentage, or none. */
export type Size = { width: number | null; height: number | null }

/** The sides that an element names. */
export function sizeOf(node: Nodes): Size {
  return { width: pixels(node.attr('width')), height: pixels(node.attr('height')) }
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
  const { host } = new URL(page)
  return facade.append(
    $('<p class="kg-embed-title">').text(title || labels.embedTitle(provider)),
    $('<p class="kg-embed-notice">').text(labels.embedNotice(new URL(frame).host)),
    $('<p class="kg-embed-actions">').append($('<a>').attr('href', page).text(labels.embed(host))),
  )
}

function pixels(side: string | undefined): number | null {
  const [, digits] = /^\s*([1-9]\d{0,3})(?:px)?\s*$/.exec(side ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** The room that the façade takes is the frame's own, so that little moves when it opens. */
function shapeOf(width: number | null, height: number | null): string {
  if (width !== null && height !== null) {
    const ratio = width / height
    return ratio > 1.55
      ? 'kg-shape-wide'
      : ratio > 1.15
        ? 'kg-shape-photo'
        : ratio > 0.8
          ? 'kg-shape-square'
          : 'kg-shape-tall'
  }
  if (height === null) return 'kg-shape-wide'
  return height < 260 ? 'kg-shape-bar' : 'kg-shape-panel'
}
