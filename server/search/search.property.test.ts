import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIndex } from './post-index.ts'
import { extractOf } from './extract.ts'
import { maxQuery, parseSearchQuery } from '../../shared/search.ts'
import { anyText, holds, textOf } from '../../test/support/properties.ts'
import { storedPostOf } from '../../test/support/stored-post.ts'

const joined = (text: string, ...terms: string[]) =>
  extractOf(text, ({ term }) => terms.includes(term))
    .map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece))
    .join('')

it.each([
  ['a whole word, as it is written', 'La Numérisation a lieu.', ['numerisation'], 'La [Numérisation] a lieu.'],
  ['each of them', 'un deux un', ['un'], '[un] deux [un]'],
  ['nothing if there is no such word', 'un deux', ['trois'], 'un deux'],
  ['nothing of an empty text', '', ['trois'], ''],
  ['a compound', 'un anti-mot ici', ['antimot'], 'un [anti-mot] ici'],
  ['a word of a compound', 'un anti-mot ici', ['antimot', 'mot'], 'un anti-[mot] ici'],
  ['markup as text', 'a <b>mot</b>', ['mot'], 'a <b>[mot]</b>'],
])('marks %s', (_what, text, terms, expected) => {
  expect(joined(text, ...terms)).toBe(expected)
})

it('is the part of a long text with most of the words, cut between words', () => {
  const filler = 'remplissage '.repeat(60)
  const extract = joined(`${filler}phare ${filler}phare et bouée ${filler}`, 'phare', 'bouee')
  expect(extract).toMatch(/^…remplissage.* \[phare\] et \[bouée\] .*remplissage…$/)
  expect(extract.length).toBeLessThan(240)
})

it('does not end with an article that is elided', () => {
  const text = `la preuve ${'x '.repeat(104)}d’un document`
  expect(joined(text, 'preuve')).toMatch(/ x…$/)
})

it('is a piece of any text, with any words marked', () => {
  holds([anyText, fc.array(anyText)], (text, terms) => {
    const extract = extractOf(text, ({ term }) => terms.includes(term))
    const whole = extract.map((part) => part.text).join('')
    expect(text).toContain(whole.replace(/^…|…$/g, ''))
    expect(whole.length).toBeLessThan(280)
  })
})

it('a query is one line of at most a hundred characters, without control characters', () => {
  holds([anyText], (given) => {
    const query = parseSearchQuery(given)
    if (query.kind !== 'words') return
    expect(query.text).not.toMatch(/[\p{Cc}\p{Cf}\n]/u)
    expect(query.text.length).toBeLessThanOrEqual(maxQuery)
    // Parsing it again, from the URL of the results, does not change it.
    expect(parseSearchQuery(query.text)).toEqual(query)
  })
  expect(parseSearchQuery('x'.repeat(maxQuery + 1)).kind).toBe('tooLong')
  expect(parseSearchQuery(` ${'x'.repeat(maxQuery)} `).kind).toBe('words')
})

it('any query finds posts of the list or nothing', async () => {
  const index = createIndex('fr')
  const posts = [storedPostOf('__proto__'), storedPostOf('b', { title: 'constructor toString __proto__' })]
  await index.update(posts)
  holds(
    [textOf('"', '*', '(', '+', '-', '~', '<mark>', 'constructor', '__proto__', 'titre ', 'é', '\u0301')],
    (query) => {
      for (const { post } of index.find(query)) expect(posts).toContain(post)
    },
  )
  expect(index.find('constructor').map(({ post }) => post.slug)).toEqual(['b'])
})
