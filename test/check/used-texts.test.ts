import { expect, it } from 'vitest'
import { parseSync, Visitor } from 'vite'
import { services } from '../../shared/site-map.ts'
import { filesBelow, sourcesBelow, textOf, textsOf } from './project-files.ts'

/** The strings of a module that may be keys of texts, complete or with inserted parts. */
type Mentions = { namespaces: string[]; words: Set<string>; templates: RegExp[] }

/** Modules that get the namespace that they read as a property, such as the page of a service. */
const givenNamespaces: Record<string, readonly string[]> = {
  'client/components/service-page.tsx': services,
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** @returns also the namespaces that the module's `t` reads; the default one if it names none, as tables of labels do */
function mentionsIn(path: string, source: string): Mentions {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const [namespaces, words, templates] = [new Set(givenNamespaces[path]), new Set<string>(), new Set<RegExp>()]
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const property = callee.type === 'MemberExpression' ? callee.property : callee
      const name = property.type === 'Identifier' ? property.name : ''
      if (!['useTranslation', 'getFixedT'].includes(name)) return
      const namespace = given[name === 'getFixedT' ? 1 : 0]
      if (namespace?.type === 'Identifier' && namespaces.size > 0) return
      namespaces.add(namespace?.type === 'Literal' ? String(namespace.value) : 'common')
    },
    Literal({ value }) {
      if (typeof value === 'string') words.add(value)
    },
    TemplateLiteral({ quasis }) {
      templates.add(new RegExp(`^${quasis.map(({ value }) => escaped(value.raw)).join('(.+)')}$`))
    },
  }).visit(program)
  return { namespaces: namespaces.size === 0 ? ['common'] : [...namespaces], words, templates: [...templates] }
}

/**
 * Whether a module that reads the namespace contains the key, or the key without the part that it inserts, a word of the code.
 * A word that is a key by chance counts too. So this finds leftovers, but not every unused text.
 */
function isUsed(namespace: string, key: string, modules: readonly Mentions[]): boolean {
  const isWord = (text: string) => modules.some(({ words }) => words.has(text))
  return modules
    .filter(({ namespaces }) => namespaces.includes(namespace))
    .some(({ words, templates }) => {
      const isPutTogether = (template: RegExp) => template.exec(key)?.slice(1).every(isWord) ?? false
      return words.has(key) || templates.some(isPutTogether)
    })
}

/** Lists that a page shows completely, whatever their keys (`Object.values`). */
const shownWhole = [
  'terms:sections.definitions.terms.',
  'terms:sections.purposes.items.',
  'terms:sections.legalBases.items.',
  'terms:sections.security.items.',
  'terms:sections.retention.items.',
]

const modules = ['client', 'server', 'shared']
  .flatMap((room) => sourcesBelow(room, /\.tsx?$/))
  .map((file) => mentionsIn(file, textOf(file)))
const plural = /_(zero|one|two|few|many|other)$/

it.each(filesBelow('locales/fr', /\.json$/))('every text of %s is used', (path) => {
  const namespace = path.replace(/^.*\/|\.json$/g, '')
  const unused = textsOf(path)
    .map(({ key }) => key.replace(plural, ''))
    .filter((key) => !shownWhole.some((list) => `${namespace}:${key}`.startsWith(list)))
    .filter((key) => !isUsed(namespace, key, modules))
  expect(unused).toEqual([])
})

it('a text that no module names is unused', () => {
  expect(isUsed('blog', 'no.such.text', modules)).toBe(false)
})

it('every list in `shownWhole` exists', () => {
  const keys = filesBelow('locales/fr', /\.json$/).flatMap((path) =>
    textsOf(path).map(({ key }) => `${path.replace(/^.*\/|\.json$/g, '')}:${key}`),
  )
  expect(shownWhole.filter((list) => !keys.some((key) => key.startsWith(list)))).toEqual([])
})
