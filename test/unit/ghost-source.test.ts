import { expect, it } from 'vitest'
import type { Post } from '../../shared/post.ts'
import { createGhostSource } from '../../server/posts/ghost.ts'

it('lets others have their turn between two posts of a long list', async () => {
  const post = { title: '', published_at: '2026-09-21T10:30:00.000+02:00', authors: [], tags: [] }
  const posts = Array.from({ length: 5 }, (_, index) => ({ ...post, id: String(index), slug: `post-${index}` }))
  let made = 0
  const turns: number[] = []
  const source = createGhostSource(
    () => Promise.resolve({ posts, unreadable: 0 }),
    () => {
      made += 1
      setImmediate(() => turns.push(made))
      return {} as Post // nothing of it is looked at
    },
  )
  await source.list('fr')
  expect(turns).toEqual([1, 2, 3, 4, 5])
})

const page = (index: number, pages: number) => ({
  posts: [{ id: `${index}`, slug: `post-${index}`, title: '', published_at: '2026-09-21', authors: [], tags: [] }],
  unreadable: 0,
  meta: { pagination: { pages, total: 3 } },
})
const toPost = ({ slug }: { slug: string }) => ({ slug }) as Post // nothing else of it is looked at

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
    const source = createGhostSource((parameters) => {
      asked.push(parameters.get('page') ?? '1')
      return Promise.resolve(page(Math.min(asked.length, from), 1e9))
    }, toPost)
    expect(await source.list('fr')).toMatchObject(outcome)
    expect(asked).toHaveLength(calls)
  },
)

it('gives up a list that never ends', async () => {
  let calls = 0
  const source = createGhostSource(() => Promise.resolve(page((calls += 1), 1e9)), toPost)
  expect(await source.list('fr')).toMatchObject({ kind: 'failed', type: 'EndlessList' })
  expect(calls).toBe(5000)
})
