import type { PostLabels } from './labels.ts'
import { type Embed, embedAt, embedOfQuote } from './embed-hosts.ts'
import { type PlainLink, standInFor } from './stand-in.ts'
import type { Tree } from './tree.ts'

type Size = { width: number | null; height: number | null }

/**
 * Nothing of a third party loads on its own. An embedded page becomes a still façade that names its host and links to it,
 * from which the browser's script can make a frame; a page of a host that is not on the list becomes a plain link.
 */
export function standInForEmbeds($: Tree, labels: PostLabels, plainLink: PlainLink): void {
  $('blockquote[class]').each((_, element) => {
    const quote = $(element)
    const addresses = [quote.attr('cite') ?? '', quote.attr('data-instgrm-permalink') ?? '']
    const links = quote.find('a[href]').map((_, link) => $(link).attr('href') ?? '')
    const embed = embedOfQuote(quote.attr('class') ?? '', [...addresses, ...links.get().reverse()])
    if (embed === null) return
    const facade = facadeOf(embed, '', { width: null, height: 600 })
    standInFor(quote, facade)
    facade.prepend(quote)
  })

  $('iframe').each((_, element) => {
    const frame = $(element)
    const address = frame.attr('src') ?? frame.attr('data-src') ?? ''
    const embed = embedAt(address)
    const standIn = embed
      ? facadeOf(embed, frame.attr('title') ?? '', {
          width: pixels(frame.attr('width')),
          height: pixels(frame.attr('height')),
        })
      : plainLink(address)
    standInFor(frame, standIn)
  })

  function facadeOf({ provider, frame, page }: Embed, title: string, { width, height }: Size) {
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
}

/** Pixels of a frame's side; null for a percentage, or none. */
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
