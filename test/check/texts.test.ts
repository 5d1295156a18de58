import { expect, it } from 'vitest'
import { textVariables } from '../../shared/company.ts'
import { languages } from '../../shared/language.ts'
import { pages, plainPageIds } from '../../shared/site-map.ts'
import { filesBelow, textsOf } from './project-files.ts'

const namespacesIn = (language: string) =>
  filesBelow(`locales/${language}`, /\.json$/).map((file) => file.replace(/^.*\/|\.json$/g, ''))

/** Pages that exist only in French have only French texts. */
const frenchOnly: string[] = plainPageIds.filter((page) => pages[page].languages.join() === 'fr')
const french = namespacesIn('fr')
const common = french.filter((namespace) => !frenchOnly.includes(namespace))

/** Variables that code passes to a text, besides `textVariables`. */
const given: Record<string, string[]> = {
  'blog:embed': ['host'],
  'blog:embedNotice': ['host'],
  'blog:embedTitle': ['provider'],
  'blog:rating': ['stars'],
  'blog:pagination.description': ['description', 'number'],
  'blog:pagination.position': ['number', 'pages'],
  'blog:pagination.title': ['number', 'title'],
  'blog:preview.scheduled': ['date'],
  'blog:readingTime': ['count'],
  'blog:tag.description': ['name'],
  'blog:tag.title': ['name'],
  'blog:author.title': ['name'],
  'blog:author.description': ['name'],
  'common:chart.latitude': ['degrees'],
  'common:chart.longitude': ['degrees'],
  'common:navigation.announced': ['title'],
  'contact:form.counter': ['used', 'most'],
  'search:best': ['shown'],
  'search:found': ['count', 'words'],
  'search:nothing': ['words'],
  'search:title': ['words'],
  'search:tooLong': ['most'],
}

const plural = /_(zero|one|two|few|many|other)$/
const placeholdersIn = (text: string) => [...text.matchAll(/\{\{-?\s*([^},\s]*)/g)].map(([, name = '']) => name)

/** The texts of a namespace by key without plural suffix, each with its suffixes and placeholders. */
function shapeOf(language: string, namespace: string) {
  const shape: Record<string, { plurals: string[]; placeholders: string[] }> = {}
  for (const { key, text } of textsOf(`locales/${language}/${namespace}.json`)) {
    const row = (shape[key.replace(plural, '')] ??= { plurals: [], placeholders: [] })
    const suffix = plural.exec(key)?.[1]
    if (suffix !== undefined) row.plurals.push(suffix)
    row.placeholders = [...new Set([...row.placeholders, ...placeholdersIn(text)])].sort()
  }
  return shape
}

const everyFile = languages.flatMap((language) =>
  namespacesIn(language).map((namespace) => ({ language, namespace, path: `locales/${language}/${namespace}.json` })),
)

it('French and English have the same files, except for pages that exist in French only', () => {
  expect(namespacesIn('en')).toEqual(common)
  expect(french).toEqual(expect.arrayContaining(frenchOnly))
})

it('every page has its texts: its own, or the blog’s for articles, topics and authors', () => {
  expect(french).toEqual([...plainPageIds, 'common', 'mail', 'organisation', 'refusals', 'search'].sort())
})

it.each(common)('"%s" has the same keys and placeholders in French and in English', (namespace) => {
  const placeholders = (language: string) =>
    Object.entries(shapeOf(language, namespace)).map(([key, { placeholders }]) => [key, ...placeholders].join(' '))
  expect(placeholders('en').sort()).toEqual(placeholders('fr').sort())
})

it.each(everyFile)('$path has every plural form of its language, and no other', ({ language, namespace }) => {
  const expected = { fr: ['many', 'one', 'other'], en: ['one', 'other'] }[language]
  expect(new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()).toEqual(expected)
  const counted = Object.entries(shapeOf(language, namespace)).filter(([, { plurals }]) => plurals.length > 0)
  expect(counted.filter(([, { plurals }]) => plurals.sort().join() !== expected.join())).toEqual([])
})

it.each(everyFile)('$path has no empty text, and only complete placeholders with values', ({ path, namespace }) => {
  const wrong = textsOf(path).filter(({ key, text }) => {
    const known = [...Object.keys(textVariables('fr')), ...(given[`${namespace}:${key.replace(plural, '')}`] ?? [])]
    const isBroken = /[{}]/.test(text.replace(/\{\{\w+\}\}/g, ''))
    return text === '' || text !== text.trim() || isBroken || placeholdersIn(text).some((name) => !known.includes(name))
  })
  expect(wrong).toEqual([])
})
