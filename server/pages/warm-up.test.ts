import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLog } from '../runtime/log.ts'
import { createWarmUp } from './warm-up.ts'
import type { ListAnswer } from '../posts/cache/cached-list.ts'
import { texts } from '../../test/support/sanitise.ts'
import { deferred } from '../../test/support/deferred.ts'
import { storedPostOf } from '../../test/support/stored-post.ts'

/** A warm-up that reads lists by `list`, and its rendered pages. Its search is never ready. */
function setUp(list: () => Promise<ListAnswer>, { keepsPosts = true, count = 0, pageSize = 0 } = {}) {
  const made: string[] = []
  const warmUp = createWarmUp({
    pages: { warm: (address) => delay(20).then(() => void made.push(address)) },
    posts: { list, peekList: () => ({ ...empty, value: Array.from({ length: count }, () => post) }) },
    search: { prepare: () => (made.push('search'), new Promise(() => {})) },
    ...{ texts, keepsPosts, pageSize, log: createLog('silent') },
  })
  return { warmUp, made }
}

const empty = { kind: 'cached', value: [], version: '', readAt: 0, freshness: 'hit' } satisfies ListAnswer
const post = storedPostOf('un-article')

it('waits at the start for the lists, but not for the search', async () => {
  const { warmUp, made } = setUp(() => Promise.resolve(empty))
  await warmUp.warmWithin(10)
  expect(made.slice(0, 2)).toEqual(['/blog', '/en/blog'])
  await expect.poll(() => made).toEqual(['/blog', '/en/blog', 'search'])
})

it('does not wait for a slow source, and renders its lists later', async () => {
  const { promise: listed, resolve: answer } = deferred<ListAnswer>()
  const { warmUp, made } = setUp(() => listed)
  await warmUp.warmWithin(10)
  expect(made).toEqual([])
  answer(empty)
  await expect.poll(() => made).toEqual(['/blog', '/en/blog', 'search'])
})

it('renders the lists even if the posts cannot be read', async () => {
  const { warmUp, made } = setUp(() => Promise.reject(new Error('a defect')))
  await warmUp.warmWithin(1000)
  expect(made.slice(0, 2)).toEqual(['/blog', '/en/blog'])
})

it('renders nothing if every request calls the source', async () => {
  const { warmUp, made } = setUp(() => Promise.reject(new Error('was asked')), { keepsPosts: false })
  await warmUp.warm()
  await warmUp.warmWithin(1000)
  expect(made).toEqual([])
})

it.each([
  { count: 500, pageSize: 0, expected: ['/blog', '/en/blog', 'search'] },
  { count: 501, pageSize: 0, expected: ['search'] },
  { count: 501, pageSize: 20, expected: ['/blog', '/en/blog', 'search'] },
])('renders $expected of $count posts, $pageSize a page', async ({ expected, ...size }) => {
  const { warmUp, made } = setUp(() => Promise.resolve(empty), size)
  await warmUp.warmWithin(1000)
  await expect.poll(() => made).toEqual(expected)
})
