import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Blob, Buffer as Run, Face, Feature, Font, shape, Variation } from 'harfbuzzjs'
import * as fontkit from 'fontkit'
import { expect, it } from 'vitest'
import { cutFont, recipe, takeOut } from '../../build/cut-font.ts'
import { coarsened } from '../../build/kerning.ts'
import { readTables, writeTables } from '../../build/sfnt.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const characters = `${letters} \u00a0.,:;!?’“”«»()-–—…ÀÇÉÈÊÎÔàâçèéêëîïôùûœ`

const bricolage = {
  source: sourceOf('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
  content: { characters, weights: { min: 640, max: 640 }, features: [] },
}
const figtree = {
  source: sourceOf('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  content: { characters, weights: { min: 400, max: 700 }, features: ['tnum'] },
}

function sourceOf(file: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(file))
}

/** How wide texts are in a font of a thousand units an em, by the shaper of Chromium and Firefox. */
function widthsIn(font: Buffer, weight?: number) {
  const face = new Font(new Face(new Blob(font)))
  if (weight !== undefined) face.setVariations([new Variation('wght', weight)])
  return (text: string, kerned = true) => {
    const run = new Run()
    run.addText(text)
    run.guessSegmentProperties()
    shape(face, run, [new Feature('kern', kerned ? 1 : 0)])
    return run.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  }
}

it.each([
  { name: 'Bricolage Grotesque', ...bricolage },
  { name: 'Figtree', ...figtree },
])(
  'of all pairs of $name, none is farther off than what is dropped, and none that stays by more than half a step',
  async (given) => {
    const before = widthsIn(await takeOut(given.source, given.content))
    const after = widthsIn(await cutFont(given.source, given.content))
    let kept = 0
    for (const first of characters)
      for (const second of characters) {
        const pair = first + second
        const was = before(pair) - before(pair, false)
        const is = after(pair) - after(pair, false)
        const allowed = Math.abs(was) < recipe.kerning.least ? 0 : was
        if (Math.abs(is - allowed) > recipe.kerning.step / 2) throw new Error(`${pair}: ${was} became ${is}`)
        if (is !== 0) kept++
      }
    expect(kept).toBeGreaterThan(50)
  },
)

it.each(['AV', 'To', 'Ty', 'LT', 'Va', 'é’', '«\u00a0', 'P.', 'r,', 'fa'])(
  'Bricolage Grotesque sets %j as before, read by another program',
  async (pair) => {
    const was = widthsIn(await takeOut(bricolage.source, bricolage.content))
    const font = fontkit.create(await cutFont(bricolage.source, bricolage.content))
    if (!('layout' in font)) throw new Error('a collection of fonts; expected one')
    const kerning = was(pair) - was(pair, false)
    const expected = Math.abs(kerning) < recipe.kerning.least ? 0 : kerning
    const width = font.layout(pair).advanceWidth
    expect(Math.abs(width - was(pair, false) - expected)).toBeLessThanOrEqual(recipe.kerning.step / 2)
  },
)

it.each([400, 550, 700])('each letter of Figtree is as wide as before at the weight %i', async (weight) => {
  const before = widthsIn(await takeOut(figtree.source, figtree.content), weight)
  const after = widthsIn(await cutFont(figtree.source, figtree.content), weight)
  // Widths of single glyphs are rounded where they are computed.
  const wrong = [...characters].filter((letter) => Math.abs(before(letter) - after(letter)) > 1)
  expect(wrong).toEqual([])
})

it.each([400, 700])(
  'Figtree at the weight %i keeps pairs within a twentieth of an em of what they were',
  async (weight) => {
    const before = widthsIn(await takeOut(figtree.source, figtree.content), weight)
    const after = widthsIn(await cutFont(figtree.source, figtree.content), weight)
    const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second))
    const farthest = Math.max(...pairs.map((pair) => Math.abs(before(pair) - after(pair))))
    expect(farthest).toBeLessThan(50)
  },
)

it('small values go, others become multiples of the step, in thousandths of an em', () => {
  const kerning = new Map([
    [
      1,
      new Map([
        [2, -39],
        [3, 38],
        [4, -94],
      ]),
    ],
    [2, new Map([[1, 10]])],
  ])
  expect(coarsened(kerning, 2000, { least: 20, step: 10 })).toEqual(new Map([[1, new Map([[4, -100]])]]))
})

it('a font is written with right checksums', async () => {
  const font = await cutFont(bricolage.source, bricolage.content)
  const sum = (bytes: Buffer) => {
    let total = 0
    for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0
    return total
  }
  // OpenType, "head": the adjustment makes the sum of the whole file this number.
  expect(sum(font)).toBe(0xb1b0afba)
  expect(writeTables(readTables(font))).toEqual(font)
})
