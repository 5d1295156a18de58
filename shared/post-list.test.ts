import { expect, it } from 'vitest'
import { type ListOutcome, type PostSummary, summaryOf, type Tag } from './post.ts'
import { groupIn, tagIn } from './post-groups.ts'
import { pageNumberIn, pageOf, withLead } from './post-list.ts'
import { storedPostOf } from '../test/support/stored-post.ts'

const tag = (slug: string, name = slug): Tag => ({ id: `id-${slug}`, slug, name })
const law = tag('loi-25', 'Loi 25')

const post = (slug: string, tags: Tag[] = []): PostSummary =>
  summaryOf(storedPostOf(slug, { tags, primary_tag: tags[0] ?? null }))

const listOf = (...posts: PostSummary[]): ListOutcome => ({ kind: 'listed', posts })
const slugsOf = (outcome: object) =>
  'posts' in outcome ? (outcome.posts as PostSummary[]).map(({ slug }) => slug) : null
const five = listOf(...['a', 'b', 'c', 'd', 'e'].map((slug) => post(slug)))

it.each([
  { page: 1, queries: '|page=1|page=|page=-1|page=1e3|page=٣|page=%31|newsletter=success' },
  { page: 2, queries: 'page=2|page=02|page=2&page=3' },
  { page: 0, queries: 'page=0' },
  { page: 1e22, queries: 'page=9999999999999999999999' },
])('each of the queries $queries asks for page $page', ({ page, queries }) => {
  for (const query of queries.split('|')) expect(pageNumberIn(new URLSearchParams(query)), query).toBe(page)
})

it.each([
  { size: 2, pages: ['ab', 'cd', 'e'] },
  { size: 5, pages: ['abcde'] },
  { size: 6, pages: ['abcde'] },
  { size: 1, pages: ['a', 'b', 'c', 'd', 'e'] },
])('five posts, $size on a page, are on the pages $pages', ({ size, pages }) => {
  for (const [index, slugs] of pages.entries()) {
    const page = pageOf(five, index + 1, size)
    expect(page).toMatchObject({ kind: 'page', number: index + 1, pages: pages.length })
    expect(slugsOf(page)?.join('')).toBe(slugs)
  }
  for (const number of [0, pages.length + 1, Number.POSITIVE_INFINITY])
    expect(pageOf(five, number, size), String(number)).toEqual({ kind: 'missing' })
})

it.each([0, 1, 2, 99])('without a page size, page %d is the whole list', (number) => {
  expect(pageOf(five, number, 0)).toEqual({ ...five, kind: 'page', number: 1, pages: 1 })
})

it('an empty list has one page, which is empty', () => {
  expect(pageOf(listOf(), 1, 2)).toEqual({ kind: 'page', posts: [], number: 1, pages: 1 })
  expect(pageOf(listOf(), 2, 2)).toEqual({ kind: 'missing' })
})

it.each([{ kind: 'pending' }, { kind: 'unavailable', retryAfterSeconds: 3 }] as const)(
  'of a list that is $kind, pages, topics and the lead are $kind too',
  (list) => {
    expect(pageOf(list, 9, 2)).toEqual(list)
    expect(groupIn(tagIn, list, 'loi-25')).toEqual(list)
    expect(withLead(list, 0)).toEqual(list)
  },
)

const tagged = listOf(
  post('a', [tag('fr'), law]),
  post('b', [tag('fr', 'fr'), tag('hash-campagne', '#campagne')]),
  post('c', [law, tag('hash-functions', 'Hash functions')]),
)

it('a topic has its tag and its posts, in the order of the list', () => {
  const topic = groupIn(tagIn, tagged, 'loi-25')
  expect(topic).toMatchObject({ kind: 'group', about: law })
  expect(slugsOf(topic)).toEqual(['a', 'c'])
  expect(groupIn(tagIn, tagged, 'hash-functions')).toMatchObject({ kind: 'group' })
})

it.each(['fr', 'en', 'hash-campagne', '#campagne', 'inconnu', '', 'Loi-25', 'constructor'])(
  'the tag %j is no topic',
  (slug) => {
    expect(groupIn(tagIn, tagged, slug)).toEqual({ kind: 'missing' })
  },
)

const day = 24 * 60 * 60 * 1000
const dated = (slug: string, daysAgo: number, featured = false): PostSummary => ({
  ...post(slug),
  published_at: new Date(-daysAgo * day).toISOString(),
  featured,
})

it.each([
  ['the newest post of a month and a day', [dated('a', 31), dated('b', 40, true), dated('c', 50, true)], 'b a c'],
  ['a newest post of a month', [dated('a', 30), dated('b', 40, true)], 'a b'],
  ['a newest post of today', [dated('a', 0), dated('b', 40, true)], 'a b'],
  ['a newest post that is featured itself', [dated('a', 31, true), dated('b', 40, true)], 'a b'],
  ['old posts, none of them featured', [dated('a', 31), dated('b', 40)], 'a b'],
  ['no post', [], ''],
] as const)('the lead of a list with %s is right', (_case, posts, slugs) => {
  const led = withLead(listOf(...posts), 0)
  expect(slugsOf(led)?.join(' ')).toBe(slugs)
})

it('a topic has no lead, and begins with its newest post', () => {
  const [a, b] = [dated('a', 31), dated('b', 40, true)].map((post) => ({ ...post, tags: [law] }))
  const topic = groupIn(tagIn, withLead({ kind: 'listed', posts: [a, b] as PostSummary[] }, 0), 'loi-25')
  expect(slugsOf(topic)).toEqual(['a', 'b'])
})
