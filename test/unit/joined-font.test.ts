import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { Blob, Buffer as Run, Face, Feature, Font, shape, Variation } from 'harfbuzzjs'
import { describe, expect, it } from 'vitest'
import { cutFont, recipe, takeOut } from '../../build/fonts/cut-font.ts'
import { joinFonts, ownLetters, shared } from '../../build/fonts/joined-font.ts'
import { readTables, writeTables } from '../../build/fonts/sfnt.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const characters = `${letters} \u00a0.,:;!?%’“”«»()-–—…ÀÇÉÈÊÎÔàâçèéêëîïôùûœ`

const host = {
  name: 'Figtree',
  features: [],
  source: sourceOf('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
  content: { characters, weights: { min: 400, max: 700 }, grid: 4 },
}
const guest = {
  name: 'Bricolage Grotesque',
  features: ['ss20'],
  source: sourceOf('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
  content: { characters: ownLetters(characters), weights: { min: 640, max: 640 }, grid: 2 },
}
const [hostAsBefore, guestAsBefore] = [
  await takeOut(host.source, host.content),
  await takeOut(guest.source, guest.content),
]
const joined = joinFonts(await cutFont(host.source, host.content), await cutFont(guest.source, guest.content), 'ss20')
const families = [
  { ...host, asBefore: hostAsBefore },
  { ...guest, asBefore: guestAsBefore },
]

function sourceOf(file: string): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(file))
}

/** Text as the shaper of Chromium and Firefox sets it, in units of a thousandth of an em. */
function setIn(font: Buffer, features: string[] = [], weight?: number) {
  const face = new Font(new Face(new Blob(font)))
  if (weight !== undefined) face.setVariations([new Variation('wght', weight)])
  const glyphs = (text: string, kerned = true) => {
    const run = new Run()
    run.addText(text)
    run.guessSegmentProperties()
    shape(face, run, [new Feature('kern', kerned ? 1 : 0), ...features.map((tag) => new Feature(tag, 1))])
    return run.getGlyphInfosAndPositions()
  }
  return {
    /** What kerning adds after each letter of a text. */
    kerning: (text: string) => {
      const apart = glyphs(text, false)
      const kerned = glyphs(text)
      if (kerned.length !== text.length || apart.length !== text.length)
        throw new Error(`${text}: a sign for each letter`)
      return kerned.map(({ xAdvance = 0 }, index) => xAdvance - (apart[index]?.xAdvance ?? 0))
    },
    width: (text: string, kerned = true) => glyphs(text, kerned).reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0),
    glyph: (letter: string) => glyphs(letter)[0]?.codepoint,
    outline: (letter: string) => face.glyphToPath(glyphs(letter)[0]?.codepoint ?? 0),
  }
}

const numbersOf = (path: string) => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
const commandsOf = (path: string) => path.replace(/[^A-Z]/g, '')

it.each(families)(
  'of all pairs of $name, none is farther off than what is dropped, and none that stays by more than half a step',
  ({ asBefore, features, content }) => {
    const before = setIn(asBefore)
    const after = setIn(joined, features)
    let kept = 0
    const { characters: seconds } = content
    for (const first of seconds) {
      // All its pairs in one text: the shaper takes as long for two letters as for two hundred.
      const text = [...seconds].map((second) => first + second).join('')
      const [were, are] = [before.kerning(text), after.kerning(text)]
      for (const [index, second] of [...seconds].entries()) {
        const [was = NaN, is = NaN] = [were[2 * index], are[2 * index]]
        const allowed = Math.abs(was) < recipe.kerning.least ? 0 : was
        if (!(Math.abs(is - allowed) <= recipe.kerning.step / 2))
          throw new Error(`${first + second}: ${was} became ${is}`)
        if (is !== 0) kept++
      }
    }
    expect(kept).toBeGreaterThan(50)
  },
)

it.each(['AV', 'To', 'Ty', 'LT', 'Va', 'é’', '«\u00a0', 'P.', 'r,', 'fa'])(
  'Bricolage Grotesque sets %j as before, read by another program',
  (pair) => {
    const before = setIn(guestAsBefore)
    const font = fontkit.create(joined)
    if (!('layout' in font)) throw new Error('a collection of fonts; expected one')
    const kerning = before.width(pair) - before.width(pair, false)
    const expected = Math.abs(kerning) < recipe.kerning.least ? 0 : kerning
    const width = font.layout(pair, ['kern', 'ss20']).advanceWidth
    expect(Math.abs(width - before.width(pair, false) - expected)).toBeLessThanOrEqual(recipe.kerning.step / 2)
  },
)

const faces = [
  { ...host, asBefore: hostAsBefore, weight: 400 },
  { ...host, asBefore: hostAsBefore, weight: 550 },
  { ...host, asBefore: hostAsBefore, weight: 700 },
  { ...guest, asBefore: guestAsBefore, weight: 640 },
]

describe.each(faces)('$name at the weight $weight', ({ asBefore, features, content, weight }) => {
  const before = setIn(asBefore, [], weight)
  const after = setIn(joined, features, weight)

  it('sets each letter as wide as before', () => {
    // Widths of single glyphs are rounded where they are computed.
    const wrong = [...content.characters].filter((letter) => Math.abs(before.width(letter) - after.width(letter)) > 1)
    expect(wrong).toEqual([])
  })

  it('draws each letter within a step of its grid', () => {
    for (const letter of content.characters) {
      const [was, is] = [before.outline(letter), after.outline(letter)]
      expect(commandsOf(is), letter).toBe(commandsOf(was))
      const numbers = numbersOf(was)
      // Half a step for the outline, half a step for how it varies, and what is rounded where they are added.
      const off = Math.max(0, ...numbersOf(is).map((number, index) => Math.abs(number - (numbers[index] ?? 0))))
      expect(off, letter).toBeLessThanOrEqual(content.grid + 1)
    }
  })
})

it.each([400, 700])('Figtree at the weight %i keeps pairs within a twentieth of an em of what they were', (weight) => {
  const before = setIn(hostAsBefore, [], weight)
  const after = setIn(joined, [], weight)
  const pairs = [...letters].flatMap((first) => [...letters].map((second) => first + second))
  const farthest = Math.max(...pairs.map((pair) => Math.abs(before.width(pair) - after.width(pair))))
  expect(farthest).toBeLessThan(50)
})

it('a sign that both share is the one of the font that holds both', () => {
  const [plain, featured] = [setIn(joined), setIn(joined, ['ss20'])]
  const signs = [...characters].filter((character) => plain.glyph(character) === featured.glyph(character))
  expect(signs).toEqual([...characters].filter((character) => shared.includes(character)))
})

it('the font says whose work both are', () => {
  const font = fontkit.create(joined)
  expect('copyright' in font && font.copyright).toMatch(
    /The Figtree Project Authors .*The Bricolage Grotesque Project Authors /,
  )
})

it('a letter that the other font has no place for is named', async () => {
  const small = await cutFont(host.source, { ...host.content, characters: 'ab' })
  const large = await cutFont(guest.source, { ...guest.content, characters: 'abc' })
  expect(() => joinFonts(small, large, 'ss20')).toThrow('"c": expected a glyph of its own')
})

it('a font is written with right checksums', () => {
  const sum = (bytes: Buffer) => {
    let total = 0
    for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0
    return total
  }
  // OpenType, "head": the adjustment makes the sum of the whole file this number.
  expect(sum(joined)).toBe(0xb1b0afba)
  expect(writeTables(readTables(joined))).toEqual(joined)
})
