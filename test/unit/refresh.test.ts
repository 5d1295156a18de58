import { expect, it } from 'vitest'
import { createPosts } from '../../server/posts/posts.ts'
import type { Failure } from '../../server/posts/reading.ts'
import { refreshesAtOnce } from '../../server/posts/refresh.ts'
import { guardBy } from '../support/guard.ts'
import { storedPostOf } from '../support/stored-post.ts'

const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

it('reads none of the articles that are left once one could not be read', async () => {
  const slugs = Array.from({ length: 5 * refreshesAtOnce }, (_, index) => `article-${index}`)
  const source = { title: 'Avant', asked: 0, failsAt: Number.POSITIVE_INFINITY }
  const read = (slug: string) => storedPostOf(slug, { title: source.title })
  const now = () => 1_000_000
  const posts = createPosts({
    source: {
      mayHave: () => true,
      list: () => Promise.resolve({ kind: 'read', value: slugs.map(read) }),
      find: (_language, slug) => {
        source.asked += 1
        return Promise.resolve(source.asked === source.failsAt ? failed : { kind: 'read', value: read(slug) })
      },
    },
    // One article that fails does not open it: it would keep the calls away by itself.
    guard: guardBy(now),
    now,
    ttlMs: 60_000,
    staleMs: 600_000,
    maxEntries: 100,
    onFailure: () => {},
    shared: null,
  })
  for (const slug of slugs) await posts.find('fr', slug)

  source.title = 'Après'
  source.asked = 0
  source.failsAt = refreshesAtOnce + 1
  await posts.refresh({ kind: 'everything' })

  // Those that were asked for with it, and no more.
  expect(source.asked).toBe(2 * refreshesAtOnce)
})
