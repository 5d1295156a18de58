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
  ['', 1],
  ['page=1', 1],
  ['page=2', 2],
  ['page=02', 2],
  ['page=0', 0],
  ['page=9999999999999999999999', 1e22],
  ['page=-1', 1],
  ['page=1e3', 1],
  ['page=٣', 1],
  ['page=%31', 1],
  ['page=', 1],
  ['page=2&page=3', 2],
  ['newsletter=success', 1],
])('the query %j has the page number %d', (query, number) => {
  expect(pageNumberIn(new URLSearchParams(query))).toBe(number)
})

it.each([
  [1, 2, ['a', 'b'], 3],
  [2, 2, ['c', 'd'], 3],
  [3, 2, ['e'], 3],
  [1, 5, ['a', 'b', 'c', 'd', 'e'], 1],
  [1, 6, ['a', 'b', 'c', 'd', 'e'], 1],
  [5, 1, ['e'], 5],
])('page %d of five posts, %d on a page, has %j and is one of %d pages', (number, size, slugs, pages) => {
  const page = pageOf(five, number, size)
  expect(page).toMatchObject({ kind: 'page', number, pages })
  expect(slugsOf(page)).toEqual(slugs)
})

it.each([
  [0, 2],
  [4, 2],
  [2, 5],
  [Number.POSITIVE_INFINITY, 2],
])('page %d of five posts with %d on a page is missing', (number, size) => {
  expect(pageOf(five, number, size)).toEqual({ kind: 'missing' })
})

it.each([0, 1, 2, 99])('without a page size, page %d is the whole list', (number) => {
  expect(pageOf(five, number, 0)).toMatchObject({ kind: 'page', number: 1, pages: 1 })
  expect(slugsOf(pageOf(five, number, 0))).toHaveLength(5)
})

it('an empty list has one page, which is empty', () => {
  expect(pageOf(listOf(), 1, 2)).toEqual({ kind: 'page', posts: [], number: 1, pages: 1 })
  expect(pageOf(listOf(), 2, 2)).toEqual({ kind: 'missing' })
})

it.each([{ kind: 'pending' }, { kind: 'unavailable', retryAfterSeconds: 3 }] as const)(
  'of a list that is $kind, pages and topics are $kind too',
  (list) => {
    expect(pageOf(list, 9, 2)).toEqual(list)
    expect(groupIn(tagIn, list, 'loi-25')).toEqual(list)
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
] as const)('a list with %s begins as it should', (_case, posts, slugs) => {
  const led = withLead(listOf(...posts), 0)
  expect(slugsOf(led)?.join(' ')).toBe(slugs)
})

it('an unavailable list has no lead', () => {
  expect(withLead({ kind: 'pending' }, 0)).toEqual({ kind: 'pending' })
})

it('a topic has no lead: its posts are newest first', () => {
  const [a, b] = [dated('a', 31), dated('b', 40, true)].map((post) => ({ ...post, tags: [law] }))
  const topic = groupIn(tagIn, withLead({ kind: 'listed', posts: [a, b] as PostSummary[] }, 0), 'loi-25')
  expect(slugsOf(topic)).toEqual(['a', 'b'])
})
