import { expect, it } from 'vitest'
import { withLateFaces } from '../../build/late-faces.ts'
import { filesBelow, textOf, textsOf } from './project-files.ts'

type Face = { family: string; cut: boolean; characters: Set<number> }

const faces = withLateFaces(textOf('client/styles/fonts.css'))
  .split(/(?=@font-face)/)
  .filter((rule) => rule.includes('unicode-range'))
  .map((rule): Face => {
    const ranges = [...rule.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)]
    return {
      family: /font-family: '([^']+)'/.exec(rule)?.[1] ?? '',
      cut: rule.includes('?cut'),
      characters: new Set(ranges.flatMap(([, first = '', last = first]) => between(first, last))),
    }
  })

function between(first: string, last: string): number[] {
  const start = Number.parseInt(first, 16)
  return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index)
}

function facesOf(name: string): { cut: Set<number>; rest: Set<number> } {
  const charactersOf = (family: string) => faces.find((face) => face.family === family)?.characters
  const [cut, rest] = [charactersOf(`${name} Variable`), charactersOf(`${name} rare`)]
  if (cut === undefined || rest === undefined) throw new Error(`${name}: expected a face, and one for rare letters`)
  return { cut, rest }
}

/** `latin` of @fontsource, which the whole files hold, as its package declares it. */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
    .split(',')
    .flatMap((range) => between(...(range.slice(2).split('-').concat(range.slice(2)).slice(0, 2) as [string, string])))

/** Control characters, and no letters at all; U+FEFF is what Firefox puts into every list of choices. */
const invisible = (code: number) => code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfeff

const names = ['Bricolage Grotesque', 'Figtree']

it.each(names)('each character of %s is in one of its two faces', (name) => {
  const { cut, rest } = facesOf(name)
  const named = (codes: number[]) => codes.map((code) => `U+${code.toString(16)}`)
  expect(named([...cut].filter((code) => rest.has(code)))).toEqual([])
  expect(named(latin.filter((code) => cut.has(code) === rest.has(code)))).toEqual(named(latin.filter(invisible)))
})

it.each(names)('the late face of %s holds what the first one holds', (name) => {
  const late = faces.filter(({ family }) => family === `${name} late`)
  expect(late).toEqual([{ family: `${name} late`, cut: true, characters: facesOf(name).cut }])
})

/** What stands in code or in a placeholder is never set in these fonts. */
const prose = (text: string) =>
  text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\{\{[^}]*\}\}|<[^>\n]*>|\]\([^)\s]*\)/g, '')

const strangersIn = (text: string, characters: Set<number>) =>
  [...new Set(prose(text))].filter((letter) => letter >= ' ' && !characters.has(letter.codePointAt(0) ?? 0))

it.each(filesBelow('locales', /\.json$/))('%s needs no letters but those of the small fonts', (path) => {
  const text = textsOf(path).map((passage) => passage.text)
  expect(strangersIn(text.join(' '), facesOf('Figtree').cut)).toEqual([])
  // Headings hold no address: what is written with @ are examples beside fields.
  const inHeadings = text.filter((passage) => !passage.includes('@'))
  expect(strangersIn(inHeadings.join(' '), facesOf('Bricolage Grotesque').cut)).toEqual([])
})

it.each(filesBelow('content/posts', /\.md$/))('%s needs no letters but those of the small fonts', (path) => {
  const text = textOf(path)
    .replace(/^---\r?\n[\s\S]*?\r?\n---$/m, (head) => head.replace(/^(?!title|excerpt).*$/gm, ''))
    // Marks of Markdown, which nobody sees.
    .replace(/^[|:\s-]+$/gm, '')
    .replace(/^#+ |^> ?|\*|\|/gm, '')
  expect(strangersIn(text, facesOf('Figtree').cut)).toEqual([])
})

// Firefox looks for U+2010 and fetches 41 KB of a whole font for it, which has none.
it.each(filesBelow('client', /\.css$/).filter((path) => textOf(path).includes('hyphens: auto')))(
  '%s breaks words with a sign of the small fonts',
  (path) => {
    const rules = textOf(path).split('}')
    const breaking = rules.filter((rule) => rule.includes('hyphens: auto'))
    expect(breaking.filter((rule) => !rule.includes("hyphenate-character: '-'"))).toEqual([])
  },
)

it.each(filesBelow('client', /\.css$/).filter((path) => textOf(path).includes('var(--display)')))(
  '%s asks for the letters of Bricolage Grotesque wherever it names them',
  (path) => {
    const [, feature = ''] = /\?cut&grid=\d+&as=(\w+)/.exec(textOf('client/styles/fonts.css')) ?? []
    const rules = textOf(path).split(/[{}]/)
    const naming = rules.filter((rule) => rule.includes('var(--display)'))
    const asked = new RegExp(`var\\(--display\\);\\s*font-feature-settings: '${feature}';`)
    expect(naming.filter((rule) => !asked.test(rule))).toEqual([])
  },
)
