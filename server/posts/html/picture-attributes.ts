import type { Attributes } from 'sanitize-html'
import { resizable, resizedPicture } from '../../../shared/picture.ts'
import { pictureSizes } from './picture-places.ts'
import { srcsetOf } from '../../../shared/srcset.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import { inlinePicture } from './parse-limits.ts'

type Candidate = { address: string; descriptor: string }

/** Limit of one inline picture, in characters: the page, the feeds and the lists contain it whole. */
const maxInline = 250_000
/** Limit of all inline pictures of a post, so that there is room for its text. */
const maxInlineTogether = 3 * maxInline

/** Logged for a post whose inline pictures exceed these limits. */
export const longPicturesReason =
  `pictures in its HTML itself (data:) are left out: longer than ${maxInline} characters, ` +
  `or than ${maxInlineTogether} together`

/** Replaces the address of an inline picture that is too long. */
export const longPicture = 'data:'

/** Removes the inline pictures that are too long. Their elements stay, with their `alt`. */
export function withoutLongPictures(html: string): string {
  let together = 0
  return html.replace(inlinePicture, (address) => {
    if (address.length > maxInline || together + address.length > maxInlineTogether) return longPicture
    together += address.length
    return address
  })
}

/** Whether an address is an inline picture of pixels, so not an SVG. A GIF of one pixel is a lazy loader's placeholder. */
export function isInlinePicture(address: string): boolean {
  if (address.length > maxInline || /^data:image\/gif[^,]*,R0lGODlhAQABA/i.test(address)) return false
  return /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;charset=[\w-]+)?;base64,[\w+/=%\s-]+$/i.test(address)
}

/**
 * The attributes of a post's pictures: addresses on this site, its sizes as `srcset`, their width and height. All load lazily,
 * since the page begins with other content.
 *
 * @param rewrite null if posts have no CMS: addresses then stay as they are
 */
export function createPictureAttributes(rewrite: AddressRewriter | null) {
  const lazyLoading = { loading: 'lazy', decoding: 'async' }

  /** For `<img>`; without `src` if the address cannot be shown. */
  function image({ src, srcset, sizes, ...rest }: Attributes): Attributes {
    const attribs: Attributes = { ...rest, ...lazyLoading }
    if (src !== undefined && /^\s*data:/i.test(src))
      return isInlinePicture(src.trim()) ? { ...attribs, src: src.trim() } : attribs
    if (rewrite === null || src === undefined) {
      return { ...attribs, ...omitUndefined({ src, srcset, sizes }) }
    }
    const address = rewrite.picture(src)
    if (address === null) return attribs
    const candidates = candidatesOf(srcset, rewrite)
    const resized = areWidths(candidates)
    if (candidates.length > 0 && !resized) {
      return { ...attribs, src: address, ...omitUndefined({ srcset: formatSrcset(candidates), sizes }) }
    }
    // Another host's own sizes stay, such as Unsplash's: Ghost does not resize its pictures.
    const own = resizable.test(address) ? ownSrcset(address, attribs, candidates) : formatSrcset(candidates)
    const responsive = mayHaveSrcset(rest, sizes, candidates) ? own : undefined
    return {
      ...attribs,
      // The largest size, but never the original, which may be a PNG of several megabytes.
      src: resizedPicture(address, 2400),
      ...(responsive && {
        srcset: responsive,
        sizes: sizesOf(rest, sizes, resized),
      }),
    }
  }

  /** For `<source>` in a picture or a player. */
  function source({ src, srcset, ...attribs }: Attributes): Attributes {
    if (rewrite === null) return { ...attribs, ...omitUndefined({ src, srcset }) }
    const candidates = candidatesOf(srcset, rewrite)
    const [widest] = candidates.toSorted((a, b) => widthOf(b) - widthOf(a))
    const responsive = widest && areWidths(candidates) ? srcsetOf(widest.address, null, widthOf(widest)) : undefined
    return {
      ...attribs,
      ...omitUndefined({
        src: (src && rewrite.media(src)) || undefined,
        srcset: responsive ?? formatSrcset(candidates),
      }),
    }
  }

  return { image, source }
}

/** The site's widths up to the picture's natural width or, if that is unknown, up to the largest that is of use. */
function ownSrcset(address: string, attribs: Attributes, candidates: readonly Candidate[]): string | undefined {
  const width = pixels(attribs.width)
  // Ghost writes a picture's natural size. In their own HTML, authors write the size to be shown.
  if (width !== null && (isGhosts(attribs) || candidates.length > 0)) return srcsetOf(address, width)
  return srcsetOf(address, null, Math.max(...candidates.map(widthOf), 2 * (width ?? 0)) || undefined)
}

/** The candidates of a `srcset`, with addresses on this site; empty if any of them cannot be shown. */
function candidatesOf(srcset: string | undefined, rewrite: AddressRewriter): Candidate[] {
  if (!srcset) return []
  // A comma separates if white space or an address follows. Otherwise it belongs to the address.
  const candidates = srcset.split(/,\s+|,(?=(?:https?:)?\/|__GHOST_URL__)/i).flatMap((text) => {
    const [address = '', descriptor = ''] = text.trim().split(/\s+/)
    if (address === '') return []
    return [{ address: rewrite.picture(address), descriptor }]
  })
  return candidates.every((candidate): candidate is Candidate => candidate.address !== null) ? candidates : []
}

/** Whether all descriptors are widths, such as `100w` (HTML, §4.8.4.3.6): Ghost makes widths too. */
function areWidths(candidates: readonly Candidate[]): boolean {
  return candidates.length > 0 && candidates.every(({ descriptor }) => /^\d+w$/.test(descriptor))
}

/** In pixels; 0 for a candidate without a width. */
function widthOf({ descriptor }: Candidate): number {
  return Number(/^(\d+)w$/.exec(descriptor)?.[1] ?? 0)
}

function formatSrcset(candidates: readonly Candidate[]): string | undefined {
  return candidates.map(({ address, descriptor }) => `${address} ${descriptor}`.trim()).join(', ') || undefined
}

function isGhosts({ class: names = '' }: Attributes): boolean {
  return /(^|\s)kg-/.test(names)
}

/**
 * False for a picture that is shown at its natural size: with a `srcset`, a browser would derive that size from `sizes` (HTML,
 * "density-corrected natural width and height"). Once the site knows the size, `link-resolver.ts` adds the `srcset`.
 */
function mayHaveSrcset(
  { class: names = '', width }: Attributes,
  sizes: string | undefined,
  candidates: readonly Candidate[],
) {
  if (names.includes('kg-bookmark-icon')) return false
  return width !== undefined || candidates.length > 0 || ownSizes.has(sizes ?? '')
}

/** The site's own values of `sizes`, which `cards.ts` sets. */
const ownSizes: ReadonlySet<string> = new Set(Object.values(pictureSizes))

/** Ghost's `sizes`, which fit its own themes, not this site. */
const ghostsSizes = /^\(min-width: (720|1200)px\) \1px$/

/**
 * The `sizes` of a picture: its author's, or those of its place. The figure is unknown here, but Ghost's attributes differ: wide
 * pictures have other `sizes`, full ones have none, and those of a gallery have no class.
 */
function sizesOf({ class: names = '', width }: Attributes, sizes: string | undefined, resized: boolean): string {
  if (sizes !== undefined && !ghostsSizes.test(sizes)) return sizes
  if (names.includes('kg-image')) return resized && sizes === undefined ? pictureSizes.full : pictureSizes.text
  if (sizes !== undefined) return pictureSizes.gallery
  const shown = pixels(width)
  return shown === null || isGhosts({ class: names }) ? pictureSizes.text : `(min-width: ${shown}px) ${shown}px, 100vw`
}

function pixels(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d*$/.test(text) ? Number(text) : null
}

/** Leaves out attributes without a value. */
export function omitUndefined(attribs: Record<string, string | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(attribs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
