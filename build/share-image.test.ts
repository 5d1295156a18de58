import { expect, it } from 'vitest'
import { outlineGlyphs, layoutPageTitle } from './share-image.ts'

const files = import.meta.glob<{ meta?: { title: string } }>('../locales/*/*.json', {
  eager: true,
  import: 'default',
})
const titles = Object.values(files).flatMap(({ meta }) => (meta === undefined ? [] : [meta.title]))
const outlines = outlineGlyphs(700)

it('the share image of every page has its title above the water, clear of the rock', () => {
  expect(titles.length).toBeGreaterThan(16)
  for (const title of titles) {
    const { size, lines } = layoutPageTitle(title, outlines)
    expect(lines.join(' ')).toBe(title)
    // The sea begins at 500, and the rock at 768. The line height is 1.08.
    expect(250 + (1.08 * (lines.length - 1) + 0.25) * size, title).toBeLessThan(460)
    for (const line of lines) {
      const width = [...line].reduce((sum, character) => sum + (outlines.glyphs[character]?.[0] ?? 0), 0)
      expect(72 + (width * size) / outlines.unitsPerEm, title).toBeLessThan(750)
    }
  }
})

it.each([
  ['Un titre', 76, ['Un titre']],
  ['Numérisation et archivage numérique', 76, ['Numérisation et', 'archivage', 'numérique']],
  ['Numérisation et archivage numérique sécurisés', 62, ['Numérisation et', 'archivage numérique', 'sécurisés']],
])('the title "%s" is set in %i pixels', (title, size, lines) => {
  expect(layoutPageTitle(title, outlines)).toEqual({ size, lines })
})
