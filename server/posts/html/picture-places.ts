import { bounded, narrowPage } from '../../../shared/srcset.ts'

/** The widths of pictures in a post's text, for `sizes`: those of the style sheets, rounded. */
export const pictureSizes = {
  /** Beside the contents of an article; wide cards are no wider. */
  text: bounded(`(min-width: 100rem) 63rem, (min-width: 82rem) 57rem, (min-width: 60rem) 70vw, ${narrowPage}`),
  /** To the window's edge; beside the contents, to the right one. */
  full: bounded('(min-width: 60rem) 73vw, 100vw'),
  /** Two or three in a row as wide as a wide picture. */
  gallery: bounded('(min-width: 64rem) 30rem, 50vw'),
  bookmark: bounded('(min-width: 48rem) 15rem, (min-width: 33rem) 34vw, calc(100vw - 2.25rem)'),
  product: bounded('(min-width: 37rem) 31rem, calc(100vw - 5.25rem)'),
  thumbnail: '5rem',
} as const
