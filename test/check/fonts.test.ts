import * as fontkit from 'fontkit'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { characters, subsetFonts } from '../../build/fonts.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { filesBelow, textOf, textsOf } from './project-files.ts'

it.each([
  { name: 'bricolage-grotesque', copyright: 'The Bricolage Grotesque Project Authors', axes: {} },
  { name: 'figtree', copyright: 'The Figtree Project Authors', axes: { wght: { min: 400, max: 700 } } },
])('$name has every needed character and weight, and its copyright', async (given) => {
  await using folder = await temporaryFolder()
  const font = fontkit.openSync(join(await subsetFonts(folder.path), `${given.name}.woff2`))
  if (!('hasGlyphForCodePoint' in font)) throw new Error('a collection of fonts; expected one')
  const missing = [...characters].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  expect(missing).toEqual([])
  expect(font.copyright).toContain(given.copyright)
  expect(font.variationAxes).toMatchObject(given.axes)
})

/** Code and placeholders are not shown in these fonts. */
const prose = (text: string) =>
  text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\{\{[^}]*\}\}|<[^>\n]*>|\]\([^)\s]*\)/g, '')

const missingIn = (text: string) => [...new Set(prose(text))].filter((c) => c >= ' ' && !characters.includes(c))

it.each(filesBelow('locales', /\.json$/))('%s needs no other characters', (path) => {
  const texts = textsOf(path).map(({ text }) => text)
  expect(missingIn(texts.join(' '))).toEqual([])
})

it.each(filesBelow('content/posts', /\.md$/))('%s needs no other characters', (path) => {
  const text = textOf(path)
    .replace(/^---\r?\n[\s\S]*?\r?\n---$/m, (head) => head.replace(/^(?!title|excerpt).*$/gm, ''))
    // Markdown’s syntax, which readers do not see.
    .replace(/^[|:\s-]+$/gm, '')
    .replace(/^#+ |^> ?|\*|\|/gm, '')
  expect(missingIn(text)).toEqual([])
})
