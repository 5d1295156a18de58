import { expect, it } from 'vitest'
import { outlineGlyphs } from '../../build/share-image.ts'
import { outline, layoutTitle } from './title-layout.ts'
import { anyText, holds } from '../../test/support/properties.ts'

const outlines = outlineGlyphs(700)

it.each([
  ['Loi 25', 76, ['Loi 25']],
  ['CVSS, EPSS, KEV : quels correctifs d’abord?', 76, ['CVSS, EPSS,', 'KEV : quels', 'correctifs', 'd’abord?']],
])('the title "%s" is set in %i pixels', (title, size, lines) => {
  expect(layoutTitle(title, outlines, 500)).toEqual({ size, lines })
})

it.each([
  ['Le CO₂ et la ﬁn', ['Le CO2 et la fin']],
  ['Żal 🙂 d’été', ['Zal d’été']],
  ['Le mot 日本', []],
])('the title "%s" is drawn as %j', (title, lines) => {
  const set = layoutTitle(title, outlines, 620)
  expect(set.lines.filter(Boolean)).toEqual(lines)
  const drawn = set.lines.map((line) => outline(line, outlines, 0, 0, set.size, '#000')).join('')
  expect(drawn.includes('<path')).toBe(lines.length > 0)
})

it('every letter of both languages has an outline', () => {
  const text = 'ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜàâæçéèêëîïôœùûüÿ«»’“”–—…!?;:,.()0123456789&%$/-'
  for (const character of text) expect(outlines.glyphs[character]?.[1], character).toMatch(/^M/)
})

it('a title has at most four lines that fit in width, without markup', () => {
  holds([anyText], (title) => {
    const { size, lines } = layoutTitle(title, outlines, 620)
    expect(lines.length).toBeLessThanOrEqual(4)
    for (const line of lines) {
      const width = [...line].reduce((sum, character) => sum + (outlines.glyphs[character]?.[0] ?? 0), 0)
      expect((width * size) / outlines.unitsPerEm).toBeLessThanOrEqual(620)
      expect(outline(line, outlines, 0, 0, size, '#000')).toMatch(
        /^<g fill="#000" transform="[^"<>]*">(?:<path transform="[^"<>]*" d="[^"<>]*"\/>)*<\/g>$/,
      )
    }
  })
})
