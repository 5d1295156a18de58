import type { Attributes } from 'sanitize-html'
import { resizable, resizedPicture } from '../../../shared/picture.ts'
import { pictureSizes } from './picture-places.ts'
import { srcsetOf } from '../../../shared/srcset.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import { inlinePicture } from './parse-limits.ts'

type Candidate = { address: string; descriptor: string }

/** Limit of one inline picture, in characters: every reader of the page, the feeds and the lists gets it whole. */
const maxInline = 250_000
/** Limit of all in one text, so that the limits leave room for its words. */
const maxInlineTogether = 3 * maxInline

/** Tells an operator of a post whose inline pictures are beyond these limits. */
export const longPicturesReason =
  `pictures in its HTML itself (data:) are left out: longer than ${maxInline} characters, ` +
  `or than ${maxInlineTogether} together`

/** The address of an inline picture that is too long for a page. */
export const longPicture = 'data:'

/** HTML without the inline pictures that are too long for a page; their elements stay, with their `alt`. */
export function withoutLongPictures(html: string): string {
  let together = 0
  return html.replace(inlinePicture, (address) => {
    if (address.length > maxInline || together + address.length > maxInlineTogether) return longPicture
    together += address.length
    return address
  })
}

/** Whether an address is an inline picture, in a format that shows pixels alone. A GIF of one pixel keeps a place for a script. */
export function isInlinePicture(address: string): boolean {
  if (address.length > maxInline || /^data:image\/gif[^,]*,R0lGODlhAQABA/i.test(address)) return false
  return /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;charset=[\w-]+)?;base64,[\w+/=%\s-]+$/i.test(address)
}

/**
 * The attributes of a post's pictures: addresses of this site, its own sizes to choose from, the room that they take, and
 * no hurry, since what comes first on the page is not among them.
 *
 * @param rewrite null if posts have no CMS: addresses then stay as they stand
 */
export function createPictureAttributes(rewrite: AddressRewriter | null) {
  const lazyLoading = { loading: 'lazy', decoding: 'async' }

  /** For `<img>`; without `src` if the address cannot be shown. */
  function image({ src, srcset, sizes, ...others }: Attributes): Attributes {
    const attribs: Attributes = { ...others, ...lazyLoading }
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
    // Another host's own sizes stay, as Unsplash has them: Ghost does not resize its pictures.
    const own = resizable.test(address) ? offered(address, attribs, candidates) : formatSrcset(candidates)
    const responsive = isOffered(others, sizes, candidates) ? own : undefined
    return {
      ...attribs,
      // As large as it is, but never an author's PNG of several megabytes.
      src: resizedPicture(address, 2400),
      ...(responsive && {
        srcset: responsive,
        sizes: sizesOf(others, sizes, resized),
      }),
    }
  }

  /** For `<source>`, within a picture or a player. */
  function source({ src, srcset, ...attribs }: Attributes): Attributes {
    if (rewrite === null) return { ...attribs, ...omitUndefined({ src, srcset }) }
    const candidates = candidatesOf(srcset, rewrite)
    const [widest] = candidates.toSorted((one, other) => widthOf(other) - widthOf(one))
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

/** The site's own widths, as far as the picture's is known, or as far as they are of use. */
function offered(address: string, attribs: Attributes, candidates: readonly Candidate[]): string | undefined {
  const width = pixels(attribs.width)
  // Ghost gives the natural size of a picture; in HTML of his own, an author gives the size to be shown.
  if (width !== null && (isGhosts(attribs) || candidates.length > 0)) return srcsetOf(address, width)
  return srcsetOf(address, null, Math.max(...candidates.map(widthOf), 2 * (width ?? 0)) || undefined)
}

/** The candidates of a `srcset`, on this site; none if one of them cannot be shown. */
function candidatesOf(srcset: string | undefined, rewrite: AddressRewriter): Candidate[] {
  if (!srcset) return []
  // A comma inside an address is no separator; one before white space or the next address is.
  const candidates = srcset.split(/,\s+|,(?=(?:https?:)?\/|__GHOST_URL__)/i).flatMap((text) => {
    const [address = '', descriptor = ''] = text.trim().split(/\s+/)
    if (address === '') return []
    return [{ address: rewrite.picture(address), descriptor }]
  })
  return candidates.every((candidate): candidate is Candidate => candidate.address !== null) ? candidates : []
}

/** Whether all are widths, which Ghost makes too: `100w` means nothing else (HTML, §4.8.4.3.6). */
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
 * False for a picture at its natural size: a browser would take `sizes` for it (HTML, "density-corrected natural width and
 * height"); as soon as the site knows that size, `link-resolver.ts` offers its widths.
 */
function isOffered(
  { class: names = '', width }: Attributes,
  sizes: string | undefined,
  candidates: readonly Candidate[],
) {
  if (names.includes('kg-bookmark-icon')) return false
  return width !== undefined || candidates.length > 0 || ownSizes.has(sizes ?? '')
}

/** The site's own `sizes` for pictures whose place has a size of its own. */
const ownSizes: ReadonlySet<string> = new Set(Object.values(pictureSizes))

/** Ghost's `sizes` for its own themes, whose columns are not ours. */
const ghostsSizes = /^\(min-width: (720|1200)px\) \1px$/

/**
 * How wide a picture stands, by its author's `sizes`, or by what Ghost writes on it, since a picture does not know its figure: wide
 * ones have other `sizes`, full ones have none, and those of a gallery have no class.
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

/** The attributes that have a value. */
export function omitUndefined(attribs: Record<string, string | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(attribs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
