import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { textVariables } from '../../shared/company.ts'
import { type Language, languages } from '../../shared/language.ts'
import { filesBelow, textOf, textsOf } from './project-files.ts'

type Rule = { name: string; wrong: RegExp }

/** Names of laws and regulations, which a line break must not separate from their numbers. */
const laws: Rule = { name: 'a no-break space (U+00A0) within the name of a law', wrong: /\b(?:Loi|Law|r\.) \d/u }

const references: Rule = {
  name: 'a no-break space (U+00A0) within a reference',
  wrong: /\b(?:ISO|SP|BOD|FIPS|[Aa]rticles?|[Nn]iveau|[Cc]hapitre|page|c\.|ch\.) (?:\d|C-)/u,
}

const french: Rule[] = [
  laws,
  references,
  { name: 'a no-break space (U+00A0) before a colon', wrong: /(?<!\u00a0):(?=[*_]*(?:\s|$))/u },
  { name: 'a no-break space (U+00A0) after «', wrong: /«(?!\u00a0\S)/u },
  { name: 'a no-break space (U+00A0) before »', wrong: /(?<!\S\u00a0)»/u },
  { name: 'no space before ; ! ?', wrong: /\s[;!?]/u },
  { name: 'the apostrophe ’', wrong: /'/u },
  { name: 'the quotes « »', wrong: /["“”]/u },
]

const english: Rule[] = [
  laws,
  { name: 'the apostrophe ’', wrong: /'/u },
  { name: 'the quotes “ ”', wrong: /["«»]/u },
  { name: 'no space before : ; ! ?', wrong: /\s[:;!?](?:\s|$)/u },
]

/** Texts that docs/contract.md fixes, straight apostrophes included. */
const fixed = ["Sorry, the article you're looking for doesn't exist."]

type Passage = { where: string; text: string }

/** The title, the excerpt and the text of a post, without code, addresses, tables' rules and HTML. */
function proseOf(path: string): Passage[] {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(textOf(path)) ?? []
  if (head === undefined || body === undefined) throw new Error(`${path}: no front matter`)
  const { title, excerpt } = parse(head) as { title: string; excerpt: string }
  const prose = body
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/`[^`\n]*`/g, 'code')
    .replace(/<[^>\n]*>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[|:\s-]+$/gm, '')
  const lines = prose.split('\n').map((text, index) => ({ where: `line ${index + 1} of the text`, text }))
  return [{ where: 'title', text: title }, { where: 'excerpt', text: excerpt }, ...lines]
}

const variablesOf = (language: Language): Passage[] =>
  Object.entries(textVariables(language)).map(([where, text]) => ({ where, text }))

const localesOf = (path: string): Passage[] => textsOf(path).map(({ key, text }) => ({ where: key, text }))

function mistakesIn(path: string, passages: Passage[], rules: Rule[]): string[] {
  return passages
    .filter(({ text }) => !fixed.includes(text))
    .flatMap(({ where, text }) =>
      rules.filter(({ wrong }) => wrong.test(text)).map(({ name }) => `${path}: ${where}: expected ${name}: ${text}`),
    )
}

const rules = { fr: french, en: english }
const everyFile = languages.flatMap((language) => [
  { path: 'shared/company.ts', language, passages: () => variablesOf(language) },
  ...filesBelow(`locales/${language}`, /\.json$/).map((path) => ({ path, language, passages: localesOf })),
  ...filesBelow(`content/posts/${language}`, /\.md$/).map((path) => ({ path, language, passages: proseOf })),
])

it.each(everyFile)('$path is typeset as its language is: $language', ({ path, language, passages }) => {
  expect(mistakesIn(path, passages(path), rules[language])).toEqual([])
})

it('reads a post’s text without its code, its addresses and its tables’ rules', () => {
  const text = proseOf('content/posts/fr/numeriser-sans-perdre-la-preuve.md').map((passage) => passage.text)
  expect(text).toContain('Numériser sans perdre la preuve')
  expect(text.join('\n')).toContain('décrite à la page Archivage; pour un cas précis, écrivez-nous.')
  expect(text.join('\n')).not.toMatch(/published_at|---|\]\(/)
})

it('has the texts that docs/contract.md fixes', () => {
  expect(localesOf('locales/en/blog.json').map(({ text }) => text)).toEqual(expect.arrayContaining(fixed))
})

it.each([
  ['Trois questions: la première', french],
  ['Trois questions : la première', french],
  ['**Attention :** voici', french],
  ['Un « mot\u00a0»', french],
  ['Un «\u00a0mot »', french],
  ['Un «mot»', french],
  ['Vraiment ?', french],
  ['Un; deux\u00a0; trois', french],
  ['Merci\u202f!', french],
  ["L'article", french],
  ['Un "mot"', french],
  ['La Loi 25', french],
  ['Le règlement A-2.1, r. 3.2', french],
  ['La norme ISO 19005', french],
  ['L.Q. 2021, c. 25', french],
  ['Law 25', english],
  ["It's", english],
  ['A "word"', english],
  ['Three questions : the first', english],
])('would find the mistake in %j', (text, rules) => {
  expect(mistakesIn('sample', [{ where: 'text', text }], rules)).not.toEqual([])
})

it.each([
  ['Trois questions\u00a0: la «\u00a0première\u00a0» d’abord; vraiment? Oui!', french],
  ['**Attention\u00a0:** à 9:30, sur https://example.com, en 16:9', french],
  ['Three questions: the “first” one isn’t; really? Yes!', english],
])('accepts %j', (text, rules) => {
  expect(mistakesIn('sample', [{ where: 'text', text }], rules)).toEqual([])
})
