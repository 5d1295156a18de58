import type { Tree } from './tree.ts'

/** The site's own colours, whose contrast is sufficient; style attributes are not allowed. */
type Tone = 'light' | 'dark' | 'accent'

/** Cards and buttons whose colours Ghost writes as a style. */
const coloured = '.kg-header-card, .kg-header-card-button, .kg-cta-button'

/** Turns the colours and alignments that authors choose, which Ghost writes as styles, into classes. */
export function addColourClasses($: Tree): void {
  $(coloured).each((_, element) => {
    const card = $(element)
    const style = card.attr('style') ?? ''
    const written = card.attr('data-background-color') ?? /background-color:\s*([^;]+)/.exec(style)?.[1] ?? ''
    const named = (['accent', 'light'] as const).find((tone) => card.hasClass(`kg-style-${tone}`))
    card.addClass(`kg-tone-${named ?? toneOf(written)}`)
  })
  $('[style*="text-align"], [align]').each((_, element) => {
    const text = $(element)
    const align = /text-align:\s*(\w+)/.exec(text.attr('style') ?? '')?.[1] ?? text.attr('align')
    if (align === 'center' || align === 'right') text.addClass(`kg-text-${align}`)
  })
}

/** @param written as Ghost writes colours: `accent`, `white`, `transparent`, `black`, `grey`, `#abc` or `#aabbcc` */
export function toneOf(written: string): Tone {
  const name = written.trim().toLowerCase()
  if (name === 'accent') return 'accent'
  if (name === 'white' || name === 'transparent') return 'light'
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(name) ?? []
  if (digits === undefined) return 'dark'
  const parts = digits.length === 3 ? digits.split('').map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const levels = parts.map((part) => Number.parseInt(part, 16) / 255)
  const [min, max] = [Math.min(...levels), Math.max(...levels)]
  if (min > 0.7) return 'light'
  return max < 0.4 || max - min < 0.1 ? 'dark' : 'accent'
}
