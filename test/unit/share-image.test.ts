import { expect, it } from 'vitest'
import { readLettering, setTitle } from '../../build/share-image.ts'

const files = import.meta.glob<{ meta?: { title: string } }>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
})
const titles = Object.values(files).flatMap(({ meta }) => (meta === undefined ? [] : [meta.title]))
const { title: font } = readLettering()

it('the share image of every page has its title above the water, clear of the rock', () => {
  expect(titles.length).toBeGreaterThan(16)
  for (const title of titles) {
    const lines = setTitle(title, font)
    expect(lines.map(({ text }) => text).join(' ')).toBe(title)
    // The sea begins at 500, and the rock at 768.
    for (const { text, y, size } of lines) {
      expect(y + size / 4, title).toBeLessThan(460)
      expect(72 + (font.layout(text).advanceWidth * size) / font.unitsPerEm, title).toBeLessThan(750)
    }
  }
})

it.each([
  ['Un titre', 76, ['Un titre']],
  ['Numérisation et archivage numérique', 76, ['Numérisation et', 'archivage', 'numérique']],
  ['Numérisation et archivage numérique sécurisés', 62, ['Numérisation et', 'archivage numérique', 'sécurisés']],
])('the title "%s" is set in %i pixels', (title, size, texts) => {
  const lines = setTitle(title, font)
  expect(lines.map(({ text }) => text)).toEqual(texts)
  expect(new Set(lines.map((line) => line.size))).toEqual(new Set([size]))
})
