import type { Plugin } from 'vite'

/**
 * Vite plugin: an optional face that came late stays unused as long as the document lives, and here a visit is one document. So
 * each optional face of `fonts.css` is there under a second name, "Figtree late" beside "Figtree Variable", for the first page that
 * a link leads to: a page that changes all its text may change its font (docs/decisions/026-fonts-named-once.md).
 */
export function lateFaces(): Plugin {
  return {
    name: 'late-faces',
    enforce: 'pre',
    transform: {
      filter: { id: /\/fonts\.css(\?|$)/ },
      handler: (css) => ({ code: withLateFaces(css), map: null }),
    },
  }
}

/** @returns the style sheet with a late face after its last rule for each that is optional */
export function withLateFaces(css: string): string {
  const faces = css.match(/@font-face \{[^}]*font-display: optional[^}]*\}/g) ?? []
  const late = faces.map((face) =>
    face.replace(/(font-family: '.*) Variable'/, "$1 late'").replace('font-display: optional', 'font-display: swap'),
  )
  return [css, ...late].join('\n')
}
