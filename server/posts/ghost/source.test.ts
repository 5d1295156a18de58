import { expect, it } from 'vitest'
import type { Post } from '../../../shared/post.ts'
import { createGhostSource } from './source.ts'
import { GhostError, type GhostPage, type Unreadable } from '../../ghost/ghost.ts'
import type { ConvertPost } from '../conversion/conversion.ts'

type Browse = Parameters<typeof createGhostSource>[0]

const written = { title: '', published_at: '2026-09-21', authors: [], tags: [] }
const sound = (index: number) => ({ ...written, id: `${index}`, slug: `post-${index}` })
const page = (index: number, pages: number): GhostPage => ({
  posts: [sound(index)],
  unreadable: [],
  meta: { pagination: { pages, total: 3 } },
})
const convertPost: ConvertPost = ({ slug }) => Promise.resolve({ slug } as Post) // only the slug is read
const sourceBy = (browse: Browse, onLeftOut: (post: Unreadable) => void = () => {}) =>
  createGhostSource(browse, convertPost, onLeftOut)

it('lets other tasks run between two posts of a long list', async () => {
  const turns: number[] = []
  let made = 0
  const countingConvert: ConvertPost = (post, language) => {
    made += 1
    setImmediate(() => turns.push(made))
    return convertPost(post, language)
  }
  const posts = [1, 2, 3].map(sound)
  await createGhostSource(
    () => Promise.resolve({ posts, unreadable: [] }),
    countingConvert,
    () => {},
  ).readList('fr')
  expect(turns).toEqual([1, 2, 3])
})

it('requests a list by language, page by page, and an article by its slug', async () => {
  const queries: object[] = []
  const source = sourceBy((parameters) => {
    queries.push(Object.fromEntries(parameters))
    return Promise.resolve(page(queries.length, 3))
  })
  expect(await source.readList('fr')).toEqual({ kind: 'read', value: [1, 2, 3].map((n) => ({ slug: `post-${n}` })) })
  const list = { include: 'authors,tags', filter: 'tag:fr', order: 'published_at DESC', limit: 'all' }
  expect(queries.splice(0)).toEqual([list, { ...list, page: '2' }, { ...list, page: '3' }])
  const texts = ['2024', 'true', 'false', 'null', 'now-1d', '-initial']
  for (const slug of ['nouveau', 'unknown_1', ...texts]) await source.readArticle('en', slug)
  const filters = ['nouveau', 'unknown_1', ...texts.map((slug) => `'${slug}'`)].map((slug) => `slug:${slug}+tag:en`)
  expect(queries).toEqual(filters.map((filter) => ({ include: 'authors,tags', filter, limit: '1' })))
})

it('reads no list if one of its pages fails', async () => {
  const failure = new GhostError('-', 'UnexpectedStatus', 500)
  const source = sourceBy((parameters) =>
    parameters.get('page') === '2' ? Promise.reject(failure) : Promise.resolve(page(1, 3)),
  )
  expect(await source.readList('fr')).toMatchObject({ kind: 'failed', type: 'UnexpectedStatus' })
})

it.each([
  { posts: 'as many posts as it counts', from: 4, calls: 5, outcome: { kind: 'read' } },
  { posts: 'too few posts', from: 2, calls: 3, outcome: { kind: 'failed', type: 'IncompleteList' } },
  { posts: 'new posts without end', from: 1e9, calls: 5000, outcome: { kind: 'failed', type: 'EndlessList' } },
])('calls a Ghost $calls times that counts a thousand million pages and sends $posts', async (row) => {
  let calls = 0
  const source = sourceBy(() => Promise.resolve(page(Math.min((calls += 1), row.from), 1e9)))
  expect(await source.readList('fr')).toMatchObject(row.outcome)
  expect(calls).toBe(row.calls)
})

const bad = (slug: string): Unreadable => ({ slug, problem: 'published_at: is not a date' })

/** A source whose Ghost has these pages, of valid and invalid posts. */
function sourceOf(pages: { posts: number[]; unreadable: string[] }[]) {
  const leftOut: Unreadable[] = []
  const total = pages.reduce((sum, { posts, unreadable }) => sum + posts.length + unreadable.length, 0)
  const browse: Browse = (parameters) => {
    const { posts = [], unreadable = [] } = pages[Number(parameters.get('page') ?? 1) - 1] ?? {}
    const pagination = { pages: pages.length, total }
    return Promise.resolve({ posts: posts.map(sound), unreadable: unreadable.map(bad), meta: { pagination } })
  }
  return { source: sourceBy(browse, (post) => leftOut.push(post)), leftOut }
}

it.each([
  { where: 'beside others', pages: [{ posts: [1, 2], unreadable: ['a'] }] },
  {
    where: 'alone on the first page, and on one in the middle',
    pages: [
      { posts: [], unreadable: ['a', 'b'] },
      { posts: [1], unreadable: [] },
      { posts: [], unreadable: ['c'] },
      { posts: [2], unreadable: [] },
    ],
  },
])('skips the invalid posts of a list, $where, and reports them', async ({ pages }) => {
  const { source, leftOut } = sourceOf(pages)
  expect(await source.readList('fr')).toEqual({ kind: 'read', value: [{ slug: 'post-1' }, { slug: 'post-2' }] })
  expect(leftOut).toEqual(pages.flatMap(({ unreadable }) => unreadable.map(bad)))
})

it('fails if all posts of a list, or the article, are invalid', async () => {
  const { source, leftOut } = sourceOf([
    { posts: [], unreadable: ['a'] },
    { posts: [], unreadable: ['b'] },
  ])
  const failure = {
    kind: 'failed',
    type: 'MalformedAnswer',
    message: "Ghost's answer is not a page of posts: posts.0.published_at: is not a date",
  }
  expect(await source.readList('fr')).toMatchObject(failure)
  expect(await source.readArticle('fr', 'a')).toMatchObject(failure)
  expect(leftOut).toEqual([])
})

it('does not call Ghost for an invalid slug, which may be a filter', async () => {
  const source = sourceBy(() => expect.fail('Ghost was called'))
  const filters = ["x'+tag:fr,slug:'un-article", 'un+article', 'un,article', '(un)', 'un:article', '*', 'un/article']
  for (const slug of ['é', 'A', '', ' ', "a'", '\u0000', 'a'.repeat(192), 'wp-login.php', ...filters]) {
    expect(await source.readArticle('fr', slug)).toEqual({ kind: 'read', value: null })
    expect(source.mayHave(slug), slug).toBe(false)
  }
})

it('ignores another post than the requested one', async () => {
  const source = sourceBy(() => Promise.resolve(page(1, 1)))
  expect(await source.readArticle('fr', 'post-1')).toMatchObject({ kind: 'read', value: { slug: 'post-1' } })
  expect(await source.readArticle('fr', 'post-2')).toEqual({ kind: 'read', value: null })
})
