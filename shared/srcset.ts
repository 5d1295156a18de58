import { ghostWidths, resizable, resizedPicture } from './picture.ts'

/**
 * The candidates of a stored picture, for `srcset`. Undefined if Ghost does not resize it, or if it is too narrow for several.
 *
 * @param naturalWidth in pixels; null if unknown. Ghost never enlarges, so the first larger width has the whole picture
 * @param enough in pixels; the first width that reaches it is the last candidate
 */
export function srcsetOf(address: string, naturalWidth: number | null, enough = Infinity): string | undefined {
  if (!resizable.test(address) || (naturalWidth ?? Infinity) < ghostWidths[0]) return undefined
  const limit = Math.min(enough, naturalWidth ?? Infinity)
  return ghostWidths
    .filter((_, index) => (ghostWidths[index - 1] ?? 0) < limit)
    .map((width) => `${resizedPicture(address, width)} ${Math.min(width, naturalWidth ?? width)}w`)
    .join(', ')
}

/** The share of a width to load on fine screens, by device pixel ratio. More than 1.7 pixels only take longer to load. */
const fractions = [
  [2.5, 0.56],
  [1.75, 0.85],
] as const

/** The same `sizes`, limited to about 1.7 device pixels per CSS pixel. */
export function bounded(sizes: string): string {
  const fine = fractions.flatMap(([pixels, fraction]) =>
    sizes.split(', ').map((entry) => {
      const [width = '', condition] = entry.split(') ').reverse()
      const resolution = `(min-resolution: ${pixels}dppx) calc(${fraction} * ${width.replace('calc', '')})`
      return condition === undefined ? resolution : `${condition}) and ${resolution}`
    }),
  )
  return [...fine, sizes].join(', ')
}

/** The width of the page between its margins, in windows narrower than 82rem. */
export const narrowPage = 'calc(94vw - 1rem)'

/** The widths of posts' own pictures, for `sizes`: those of the style sheets, rounded. */
export const postPictureSizes = {
  /** As wide as the page, in an article's head. 75rem instead of 76, so that the copy of 1200 pixels is enough. */
  head: bounded(`(min-width: 100rem) 84rem, (min-width: 82rem) 75rem, ${narrowPage}`),
  firstCard: bounded(
    `(min-width: 100rem) 49rem, (min-width: 82rem) 44rem, (min-width: 60rem) 54vw, (min-width: 40rem) 45vw, ${narrowPage}`,
  ),
  card: bounded(`(min-width: 100rem) 27rem, (min-width: 82rem) 24rem, (min-width: 40rem) 30vw, ${narrowPage}`),
} as const
