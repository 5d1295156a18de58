import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { defect, failed, listOf } from '../../../test/support/cached-list.ts'
import { type ApiKey, createSourcePauses } from './source-pauses.ts'
import { createCachedList } from './cached-list.ts'
import type { Failure } from './source.ts'
import { makeVersions, versionOf } from './version.ts'

/** A list of 10 s fresh and 100 s stale, on a clock that stands still, and what it has reported. */
function setUp() {
  const world = { now: 1_700_000_000_000, reading: listOf('a'), tookMs: 0, events: [] as string[] }
  const now = () => world.now
  const list = createCachedList('fr', {
    source: {
      mayHave: () => true,
      readList() {
        world.now += world.tookMs
        return Promise.resolve(world.reading)
      },
    },
    ...{ pauses: createSourcePauses(now), now, uptime: now, random: () => 0, ttlMs: 10_000, staleMs: 100_000 },
    onFailure: (asked, { type, message }) => world.events.push(`${asked}: ${type}: ${message}`),
    onRecovery: (language) => world.events.push(`${language}: read again`),
    onRead: (language, posts, readAt) =>
      world.events.push(`${language}: ${posts.map(({ slug }) => slug).join()} ${readAt - world.now}`),
  })
  const peek = () => {
    const copy = list.peek()
    return copy && `${copy.value.map(({ slug }) => slug).join()} ${copy.freshness}`
  }
  return { world, list, peek }
}

it.each([
  [9999, 'a hit'],
  [10_000, 'a stale'],
  [109_999, 'a stale'],
  [110_000, null],
])('has of a list that was read %d ms ago: %s', async (agoMs, expected) => {
  const { world, list, peek } = setUp()
  await list.get()
  world.now += agoMs
  expect(peek()).toBe(expected)
})

it('pauses longer after each failure, up to ten seconds, less what the call took, and a second at least', async () => {
  const { world, list } = setUp()
  world.reading = failed
  const pauses: number[] = []
  for (world.tookMs of [0, 0, 500, 5000, 0, 60_000]) {
    world.now = Math.max(world.now, list.retryAt())
    await list.get()
    pauses.push(list.retryAt() - world.now)
  }
  expect(pauses).toEqual([1000, 2000, 3500, 3000, 10_000, 1000])
})

it('reports each reading, each failure and that the list is read again, once', async () => {
  const { world, list } = setUp()
  for (world.reading of [listOf('a'), failed, defect, listOf('b'), listOf('b', 'c')]) await list.refresh()
  expect(world.events).toEqual([
    ...['fr: a 0', 'fr: NetworkError: -', 'fr: Defect: Error: a defect of ours', 'fr: read again', 'fr: b 0'],
    'fr: b,c 0',
  ])
})

it.each([
  [0, 'stored stale'],
  [99_999, 'stored stale'],
  [109_999, 'stored stale'],
  [110_000, null],
  [-3_600_000, 'stored stale'],
])('takes the list of an earlier process that was read %d ms ago: %s', (agoMs, expected) => {
  const { world, list, peek } = setUp()
  list.restore([storedPostOf('stored')], world.now - agoMs)
  expect(peek()).toBe(expected)
})

it('does not replace its own list by that of an earlier process', async () => {
  const { world, list, peek } = setUp()
  await list.get()
  list.restore([storedPostOf('stored')], world.now)
  expect(peek()).toBe('a hit')
})

it('gives equal content an equal version, made of its JSON, and lets requests be answered during a long list', async () => {
  const long = Array.from({ length: 50 }, (_, index) => storedPostOf(`post-${index}`, { html: 'é'.repeat(20_000) }))
  const order: string[] = []
  const made = makeVersions(long).then(() => order.push('made'))
  setImmediate(() => order.push('another'))
  await made
  expect(order).toEqual(['another', 'made'])
  const [first = storedPostOf('a')] = long
  const version = createHash('sha256').update(JSON.stringify(first)).digest('base64url').slice(0, 16)
  expect([versionOf(first), versionOf({ ...first })]).toEqual([version, version])
})

const busyFor = (retryAfterSeconds: number): Failure => ({ ...failed, retryAfterSeconds })

it.each<{ after: string; records: [Failure, ApiKey][]; left: number[] }>([
  {
    after: 'several Retry-After',
    records: [
      [busyFor(60), 'content'],
      [busyFor(5), 'admin'],
    ],
    left: [60, 60, 60],
  },
  { after: 'a refused key', records: [[{ ...busyFor(30), fault: 'key' }, 'content']], left: [30, 0, 0] },
  { after: 'a failure that names no time', records: [[failed, 'content']], left: [0, 0, 0] },
])('after $after pauses readers, editors and pictures for $left seconds', ({ records, left }) => {
  const pauses = createSourcePauses(() => 0)
  for (const record of records) pauses.record(...record)
  const until = [pauses.pausedUntil('content'), pauses.pausedUntil('admin'), pauses.rateLimitedUntil()]
  expect(until.map((ms) => ms / 1000)).toEqual(left)
})
