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
