import { expect, it } from 'vitest'
import { createDebounce, type PostsChange } from '../../server/posts/change.ts'

const everything: PostsChange = { kind: 'everything' }
const posts = (...slugs: string[]): PostsChange => ({ kind: 'posts', slugs })

/** The moment and the refresh end when the test says so. */
function setUp() {
  const refreshed: PostsChange[] = []
  const waiting: (() => void)[] = []
  const refreshing: (() => void)[] = []
  const refresh = (change: PostsChange) => {
    refreshed.push(change)
    return new Promise<void>((resolve) => refreshing.push(resolve))
  }
  const add = createDebounce(refresh, () => new Promise((resolve) => waiting.push(resolve)))
  async function endOf(steps: (() => void)[]) {
    expect(steps).toHaveLength(1)
    steps.pop()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, refreshed, endMoment: () => endOf(waiting), endRefresh: () => endOf(refreshing), waiting }
}

it.each([
  ['one post', [posts('a')], posts('a')],
  ['one post, three times', [posts('a'), posts('a', 'b'), posts('b')], posts('a', 'b')],
  ['a post, then everything', [posts('a'), everything], everything],
  ['everything, then a post', [everything, posts('a')], everything],
])('makes one refresh of %s', async (_name, told, expected) => {
  const { add, refreshed, endMoment, endRefresh, waiting } = setUp()
  for (const change of told) add(change)
  expect(refreshed).toEqual([])
  await endMoment()
  expect(refreshed).toEqual([expected])
  await endRefresh()
  expect(waiting).toEqual([])
})

it('makes one more refresh of all that is told during one', async () => {
  const { add, refreshed, endMoment, endRefresh, waiting } = setUp()
  add(posts('a'))
  await endMoment()
  add(posts('b'))
  add(posts('c'))
  expect(waiting).toEqual([])
  await endRefresh()
  await endMoment()
  await endRefresh()
  expect(refreshed).toEqual([posts('a'), posts('b', 'c')])
  expect(waiting).toEqual([])
})

it('starts anew after a rest', async () => {
  const { add, refreshed, endMoment, endRefresh } = setUp()
  for (const slug of ['a', 'b']) {
    add(posts(slug))
    await endMoment()
    await endRefresh()
  }
  expect(refreshed).toEqual([posts('a'), posts('b')])
})
