import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPostStore } from '../../server/posts/cache/store.ts'
import { makeVersions, versionOf } from '../../server/posts/cache/version.ts'
import type { Settling } from '../../server/posts/links/settled-posts.ts'
import type { Post } from '../../shared/post.ts'
import { storedPostOf } from '../support/stored-post.ts'

const post = (slug: string, title = 'Avant') => storedPostOf(slug, { title })
const titlesIn = (posts: readonly Post[] | undefined) => posts?.map(({ slug, title }) => `${slug}: ${title}`)

/** A store in which the list of `a` and `b` was read at 1000, on a clock that says 3000. */
function setUp() {
  const clock = { now: 3000 }
  const store = createPostStore(3, () => clock.now)
  store.lists.set('fr', [post('a'), post('b')], 1000, 'source')
  return { ...store, clock, titles: () => titlesIn(store.lists.get('fr')?.value) }
}

it('has of a list each of its articles, in its language alone, as known from the list', () => {
  const { articles } = setUp()
  const listed = { value: post('a'), version: versionOf(post('a')), readAt: 1000, listedOnly: true }
  expect(articles.get('fr/a')).toEqual(listed)
  expect([articles.get('en/a'), articles.get('fr/c')]).toEqual([undefined, undefined])
})

it('shows an article that is read later in its list too, at its place, and gives the list another version', () => {
  const { lists, articles, titles } = setUp()
  const before = { ...lists.get('fr') }
  articles.set('fr/a', post('a'), 1500, 'source')
  expect(lists.get('fr')?.value).toBe(before.value)
  articles.set('fr/a', post('a', 'Après'), 2000, 'source')
  expect(titles()).toEqual(['a: Après', 'b: Avant'])
  expect(lists.get('fr')).toMatchObject({ readAt: 1000, version: expect.not.stringMatching(before.version ?? '') })
})

it('shows an article as a later list has it, and goes on knowing that it was asked for by itself', () => {
  const { lists, articles } = setUp()
  articles.set('fr/a', post('a'), 1500, 'source')
  lists.set('fr', [post('a', 'Après'), post('b')], 2000, 'source')
  expect(articles.get('fr/a')).toMatchObject({ value: { title: 'Après' }, readAt: 2000, listedOnly: false })
  expect(articles.get('fr/b')).toMatchObject({ listedOnly: true })
})

it('takes what an earlier process has read for asked', () => {
  const { lists, articles } = setUp()
  lists.set('en', [post('c')], 1000, 'stored')
  expect(articles.get('en/c')).toMatchObject({ listedOnly: false })
})

it('keeps an article and a list that were read later than what comes', () => {
  const { lists, articles, titles } = setUp()
  articles.set('fr/a', post('a', 'Après'), 3000, 'source')
  lists.set('fr', [post('a'), post('b', 'Après')], 2000, 'source')
  expect(titles()).toEqual(['a: Après', 'b: Après'])
  lists.set('fr', [], 1999, 'stored')
  articles.set('fr/a', post('a', 'Entre'), 2500, 'source')
  expect(titles()).toEqual(['a: Après', 'b: Après'])
})

it('counts what was read in the future as read now, where the clock has been put right', () => {
  const { lists, articles, clock, titles } = setUp()
  clock.now = 3_600_000
  articles.set('fr/a', post('a'), clock.now, 'source')
  articles.set('fr/gone', post('gone'), clock.now, 'source')
  lists.set('en', [post('c')], clock.now, 'source')
  clock.now = 4000
  expect([articles.get('fr/a')?.readAt, lists.get('en')?.readAt]).toEqual([4000, 4000])
  clock.now = 4001
  lists.set('fr', [post('a', 'Après'), post('b')], clock.now, 'source')
  lists.set('en', [post('c', 'Après')], clock.now, 'source')
  expect(titles()).toEqual(['a: Après', 'b: Avant'])
  expect([titlesIn(lists.get('en')?.value), articles.get('fr/gone')]).toEqual([['c: Après'], undefined])
})

it('drops an article that a later list lacks, and one that is gone from its list too', () => {
  const { lists, articles, titles } = setUp()
  articles.set('fr/early', post('early'), 1500, 'source')
  articles.set('fr/new', post('new'), 2500, 'source')
  articles.set('en/early', post('early'), 1500, 'source')
  lists.set('fr', [post('b')], 2000, 'source')
  const keys = ['fr/a', 'fr/b', 'fr/early', 'fr/new', 'en/early'] as const
  expect(keys.filter((key) => articles.get(key))).toEqual(['fr/b', 'fr/new', 'en/early'])
  articles.delete('fr/b')
  expect(titles()).toEqual([])
})

it('holds a bounded number of articles that no list has, and all of its lists', () => {
  const { articles } = setUp()
  for (const slug of ['1', '2', '1', '3', '4']) articles.set(`fr/${slug}`, post(slug), 2000, 'source')
  expect([...articles.all()].map(({ value }) => value.slug)).toEqual(['a', 'b', '4', '3', '1'])
})

it('gives the same content the same version, made of its JSON, and lets others have their turn for a long list', async () => {
  const long = Array.from({ length: 50 }, (_, index) => storedPostOf(`post-${index}`, { html: 'é'.repeat(20_000) }))
  const order: string[] = []
  const made = makeVersions(long).then(() => order.push('made'))
  setImmediate(() => order.push('another'))
  await made
  expect(order).toEqual(['another', 'made'])
  const [first = post('a')] = long
  const version = createHash('sha256').update(JSON.stringify(first)).digest('base64url').slice(0, 16)
  expect([versionOf(first), versionOf({ ...first })]).toEqual([version, version])
})

/** Posts whose text says which lists are known. */
const settling: Settling = (lists) => (whole) =>
  lists.en === null ? whole : { ...whole, html: `${whole.html} ${lists.en.map(({ slug }) => slug).join()}` }

it('settles all posts anew once a list is kept, from what they were', () => {
  const store = createPostStore(3, () => 3000, settling)
  store.lists.set('fr', [storedPostOf('a', { html: 'A' })], 1000, 'source')
  store.articles.set('fr/b', storedPostOf('b', { html: 'B' }), 1000, 'source')
  const [version, list] = [store.lists.get('fr')?.version, store.lists.get('fr')?.value]
  store.lists.set('en', [post('x')], 1000, 'source')
  store.lists.set('en', [post('y')], 2000, 'source')
  store.lists.set('en', [post('y')], 3000, 'source')
  expect(store.lists.get('fr')?.value.map(({ html }) => html)).toEqual(['A y'])
  expect([store.articles.get('fr/b')?.value.html, store.settle(storedPostOf('c', { html: 'C' })).html]).toEqual([
    'B y',
    'C y',
  ])
  expect(store.lists.get('fr')?.version).not.toBe(version)
  expect(store.lists.get('fr')?.value).not.toBe(list)
})
