import { expect, it } from 'vitest'
import type { Post } from '../../../shared/post.ts'
import { createGhostSource } from './source.ts'
import type { GhostPage, Unreadable } from '../../ghost/ghost.ts'
import type { ConvertPost } from '../conversion/conversion.ts'

type Browse = Parameters<typeof createGhostSource>[0]

const written = { title: '', published_at: '2026-09-21', authors: [], tags: [] }
const sound = (index: number) => ({ ...written, id: `${index}`, slug: `post-${index}` })
const page = (index: number, pages: number): GhostPage => ({
  posts: [sound(index)],
  unreadable: [],
  meta: { pagination: { pages, total: 3 } },
})
const convertPost: ConvertPost = ({ slug }) => Promise.resolve({ slug } as Post) // nothing else of it is looked at
const sourceBy = (browse: Browse, onLeftOut: (post: Unreadable) => void = () => {}) =>
  createGhostSource(browse, convertPost, onLeftOut)

it('lets requests be answered between two posts of a long list', async () => {
  const posts = Array.from({ length: 5 }, (_, index) => sound(index))
  let made = 0
  const turns: number[] = []
  const source = createGhostSource(
    () => Promise.resolve({ posts, unreadable: [] }),
    () => {
      made += 1
      setImmediate(() => turns.push(made))
      return Promise.resolve({} as Post) // nothing of it is looked at
    },
    () => expect.fail('every post is one'),
  )
  await source.readList('fr')
  expect(turns).toEqual([1, 2, 3, 4, 5])
})

it.each([
  {
    brings: 'the posts that it counts',
    from: 4,
    calls: 5,
    outcome: { kind: 'read', value: expect.objectContaining({ length: 4 }) },
  },
  { brings: 'too few', from: 2, calls: 3, outcome: { kind: 'failed', type: 'IncompleteList' } },
])(
  'a Ghost that counts a thousand million pages and brings $brings is asked $calls times',
  async ({ from, calls, outcome }) => {
    const asked: string[] = []
    const source = sourceBy((parameters) => {
      asked.push(parameters.get('page') ?? '1')
      return Promise.resolve(page(Math.min(asked.length, from), 1e9))
    })
    expect(await source.readList('fr')).toMatchObject(outcome)
    expect(asked).toHaveLength(calls)
  },
)

it('gives up a list that never ends', async () => {
  let calls = 0
  const source = sourceBy(() => Promise.resolve(page((calls += 1), 1e9)))
  expect(await source.readList('fr')).toMatchObject({ kind: 'failed', type: 'EndlessList' })
  expect(calls).toBe(5000)
})

const bad = (slug: string): Unreadable => ({ slug, problem: 'published_at: is not a date' })

/** A source whose Ghost has these pages of valid and invalid posts. */
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
])('skips invalid posts of a list, $where, and reports them', async ({ pages }) => {
  const { source, leftOut } = sourceOf(pages)
  expect(await source.readList('fr')).toEqual({ kind: 'read', value: [{ slug: 'post-1' }, { slug: 'post-2' }] })
  expect(leftOut).toEqual(pages.flatMap(({ unreadable }) => unreadable.map(bad)))
})

it('fails if all posts of a list or an article are invalid', async () => {
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

it.each(['é', 'a+b', "a'", 'A', ''])('makes no call for "%s", which is not a slug but a filter', async (slug) => {
  const source = sourceBy(() => expect.fail('nothing is to be asked'))
  expect(await source.readArticle('fr', slug)).toEqual({ kind: 'read', value: null })
})

it('takes no other post than the one that was asked for', async () => {
  const source = sourceBy(() => Promise.resolve(page(1, 1)))
  expect(await source.readArticle('fr', 'post-1')).toMatchObject({ kind: 'read', value: { slug: 'post-1' } })
  expect(await source.readArticle('fr', 'post-2')).toEqual({ kind: 'read', value: null })
})
