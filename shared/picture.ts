/** The widths, in pixels, in which the site serves a picture besides its own; it makes no others. */
export const pictureWidths = [320, 480, 680, 800, 960, 1280, 1600, 1920, 2400] as const

export type PictureWidth = (typeof pictureWidths)[number]

/** The widest that a picture is served, however wide it is stored. */
export const widestPicture = Math.max(...pictureWidths)

/** Pictures that the site resizes: stored ones and other hosts' signed ones; a drawing is sharp at every size. */
const resizable = /^\/media\/(?=(?:content\/images|external)\/)(?!.*\.svgz?$)/i

/** The address of a picture at a width; unchanged where the site does not resize it. */
export function pictureOfWidth(address: string, width: PictureWidth): string {
  return address.replace(resizable, `/media/w${width}/`)
}

/** The one size of pictures for link previews, in pixels: 1.91 to 1, as networks show them. */
export const shareSize = { width: 1200, height: 630 } as const

/** A JPEG of {@link shareSize}, since networks that show link previews read nothing newer; null where there is none. */
export function sharePicture(address: string): string | null {
  return resizable.test(address) ? address.replace(resizable, '/media/share/') : null
}

/** A drawing, which no network shows. */
const drawing = /\.svgz?$/i

/** A post's picture for link previews; null where they can show none. A Markdown file's is not resized, and stays as it is. */
export function previewPicture(address: string | null): string | null {
  return address === null || drawing.test(address) ? null : (sharePicture(address) ?? address)
}

/** Whether a picture for link previews has {@link shareSize}, as the pages' own have too. */
export function hasShareSize(path: string): boolean {
  return path.startsWith('/share/') || path.startsWith('/media/share/')
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

/** The widths of pictures on the page, for `sizes`: the style sheets' own measures, rounded. */
export const pictureSizes = {
  text: '(min-width: 48rem) 44rem, calc(100vw - 2.25rem)',
  wide: '(min-width: 64rem) 60rem, calc(100vw - 2.25rem)',
  full: '100vw',
  /** Two or three in a row as wide as a wide picture. */
  gallery: '(min-width: 64rem) 30rem, 50vw',
  bookmark: '(min-width: 48rem) 15rem, (min-width: 33rem) 34vw, calc(100vw - 2.25rem)',
  product: '(min-width: 37rem) 31rem, calc(100vw - 5.25rem)',
  thumbnail: '5rem',
  firstCard: '(min-width: 82rem) 40rem, (min-width: 50rem) 48vw, calc(100vw - 2.25rem)',
  card: '(min-width: 82rem) 37rem, (min-width: 50rem) 46vw, calc(100vw - 2.25rem)',
} as const
