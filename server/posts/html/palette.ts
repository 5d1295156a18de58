import type { Tree } from './tree.ts'

/** The site's own colours, which keep their contrast; style attributes are not allowed. */
type PaletteColour = 'light' | 'dark' | 'accent' | 'grey' | 'red' | 'yellow' | 'green' | 'blue' | 'purple' | 'pink'

/** Cards and buttons whose colours are written in a style. */
const coloured = '.kg-header-card, .kg-header-card-button, .kg-cta-button'

/** Turns the colours and alignments that authors choose, which Ghost writes as styles, into classes. */
export function addColourClasses($: Tree): void {
  $(coloured).each((_, element) => {
    const card = $(element)
    const style = card.attr('style') ?? ''
    const written = card.attr('data-background-color') ?? /background-color:\s*([^;]+)/.exec(style)?.[1] ?? ''
    const colour = card.is('.kg-style-accent')
      ? 'accent'
      : card.is('.kg-style-light')
        ? 'light'
        : paletteColourOf(written)
    card.addClass(`kg-tone-${colour ?? 'dark'}`)
  })
  $('[style*="text-align"], [align]').each((_, element) => {
    const text = $(element)
    const align = /text-align:\s*(\w+)/.exec(text.attr('style') ?? '')?.[1] ?? text.attr('align')
    if (align === 'center' || align === 'right') text.addClass(`kg-text-${align}`)
  })
}

/** The hues of the palette, each with the degree where it begins. */
const hues: readonly (readonly [number, PaletteColour])[] = [
  [345, 'red'],
  [285, 'pink'],
  [250, 'purple'],
  [170, 'blue'],
  [75, 'green'],
  [20, 'yellow'],
  [0, 'red'],
]

/** @param written `accent`, or as Ghost writes colours: `#abc`, `#aabbcc`, `white`, `black`, `grey`; null for any other text */
export function paletteColourOf(written: string): PaletteColour | null {
  const name = written.trim().toLowerCase()
  if (name === 'accent') return 'accent'
  if (name === 'white' || name === 'transparent') return 'light'
  if (name === 'black') return 'dark'
  if (name === 'grey' || name === 'gray') return 'grey'
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(name) ?? []
  if (digits === undefined) return null
  const parts = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / 255)
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (most < 0.4) return 'dark'
  if (spread < 0.08) return most > 0.8 ? 'light' : most > 0.55 ? 'grey' : 'dark'
  const turn =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  const hue = (turn * 60 + 360) % 360
  return hues.find(([from]) => hue >= from)?.[1] ?? null
}
