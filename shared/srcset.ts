import { resizable } from './picture.ts'

/** The widths, in pixels, in which the site serves a picture besides its own; it makes no others. */
export const pictureWidths = [320, 480, 680, 800, 960, 1280, 1600, 1920, 2400] as const

export type PictureWidth = (typeof pictureWidths)[number]

/** The widest that a picture is served, however wide it is stored. */
export const widestPicture = Math.max(...pictureWidths)

/** The address of a picture at a width; unchanged where the site does not resize it. */
export function pictureOfWidth(address: string, width: PictureWidth): string {
  return address.replace(resizable, `/media/w${width}/`)
}

/**
 * The candidates of a picture on this site, for `srcset`.
 *
 * @param naturalWidth in pixels: nothing wider is offered; null where it is unknown
 * @param enough in pixels: the first width that reaches it is the last that is offered
 * @returns undefined where there is nothing to choose from
 */
export function srcsetOf(address: string, naturalWidth: number | null, enough = widestPicture): string | undefined {
  if (!resizable.test(address)) return undefined
  const candidates = pictureWidths
    .filter((width, index) => width < (naturalWidth ?? Infinity) && (pictureWidths[index - 1] ?? 0) < enough)
    .map((width) => `${pictureOfWidth(address, width)} ${width}w`)
  if (naturalWidth !== null && naturalWidth <= widestPicture) candidates.push(`${address} ${naturalWidth}w`)
  return candidates.length > 1 ? candidates.join(', ') : undefined
}

/** Beside the contents of an article. */
const nineColumns =
  '(min-width: 100rem) 63rem, (min-width: 82rem) 57rem, (min-width: 60rem) 70vw, calc(100vw - 2.25rem)'

/** The widths of pictures on the page, for `sizes`: the style sheets' own measures, rounded. */
export const pictureSizes = {
  text: nineColumns,
  /** As wide as the page, in an article's head. */
  head: '(min-width: 100rem) 84rem, (min-width: 82rem) 76rem, calc(100vw - 2.25rem)',
  wide: nineColumns,
  full: '100vw',
  /** Two or three in a row as wide as a wide picture. */
  gallery: '(min-width: 64rem) 30rem, 50vw',
  bookmark: '(min-width: 48rem) 15rem, (min-width: 33rem) 34vw, calc(100vw - 2.25rem)',
  product: '(min-width: 37rem) 31rem, calc(100vw - 5.25rem)',
  thumbnail: '5rem',
  firstCard:
    '(min-width: 100rem) 49rem, (min-width: 82rem) 44rem, (min-width: 60rem) 54vw, (min-width: 40rem) 46vw, calc(100vw - 2.25rem)',
  card: '(min-width: 100rem) 27rem, (min-width: 82rem) 24rem, (min-width: 40rem) 31vw, calc(100vw - 2.25rem)',
} as const
