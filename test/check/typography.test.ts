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

it.each(everyFile)('$path follows the typography of its language, $language', ({ path, language, passages }) => {
  expect(mistakesIn(path, passages(path), rules[language])).toEqual([])
})

it.each([
  [french, `Loi 25, c. 25: « l'un » "ou" l’autre ?`],
  [english, `Law 25 : it's "one"`],
])('each rule of typography finds a mistake', (rules, text) => {
  expect(rules.filter(({ wrong }) => !wrong.test(text))).toEqual([])
})
