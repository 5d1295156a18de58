import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { defect, failed, listOf } from '../../../test/support/cached-list.ts'
import { type ApiKey, createSourcePauses } from './source-pauses.ts'
import { createCachedList } from './cached-list.ts'
import type { Failure } from './source.ts'
import { makeVersions, versionOf } from './version.ts'

function setUp() {
  const world = { reading: listOf('a'), events: [] as string[] }
  const list = createCachedList('fr', {
    source: { mayHave: () => true, readList: () => Promise.resolve(world.reading) },
    ...{ pauses: createSourcePauses(() => 0), now: () => 0, uptime: () => 0, random: () => 0, ttlMs: 9, staleMs: 9 },
    onFailure: (asked, { type, message }) => world.events.push(`${asked}: ${type}: ${message}`),
    onRecovery: (language) => world.events.push(`${language}: read again`),
    onRead: (language, posts, readAt) =>
      world.events.push(`${language}: ${posts.map(({ slug }) => slug).join()} ${readAt}`),
  })
  return { world, list }
}

it('reports each reading, each failure and the recovery once', async () => {
  const { world, list } = setUp()
  for (world.reading of [listOf('a'), failed, defect, listOf('b'), listOf('b', 'c')]) await list.refresh()
  const failures = ['fr: NetworkError: -', 'fr: Defect: Error: a defect of ours']
  expect(world.events).toEqual(['fr: a 0', ...failures, 'fr: read again', 'fr: b 0', 'fr: b,c 0'])
})

it('does not replace its list with that of an earlier process', async () => {
  const { list } = setUp()
  await list.get()
  list.restore([storedPostOf('stored')], 0)
  expect(list.peek()).toMatchObject({ value: [{ slug: 'a' }], freshness: 'hit' })
})

it('hashes the JSON of a list as its version, without blocking requests', async () => {
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
  { after: 'a failure without Retry-After', records: [[failed, 'content']], left: [0, 0, 0] },
])('after $after pauses readers, editors and pictures for $left seconds', ({ records, left }) => {
  const pauses = createSourcePauses(() => 0)
  for (const record of records) pauses.record(...record)
  const until = [pauses.pausedUntil('content'), pauses.pausedUntil('admin'), pauses.rateLimitedUntil()]
  expect(until.map((ms) => ms / 1000)).toEqual(left)
})
