import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPosts } from '../post-lists.ts'
import { createSourcePauses } from './source-pauses.ts'
import type { Reading } from './source.ts'
import type { Post } from '../../../shared/post.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'
import { failed, listOf } from '../../../test/support/cached-list.ts'

const absent: Reading<Post | null> = { kind: 'read', value: null }
const found = (slug: string): Reading<Post | null> => ({ kind: 'read', value: storedPostOf(slug) })

/** The posts of a source that lists only `listed`; `article` or the test answers article calls. */
function setUp({ timeoutMs = 5000, ttlMs = 10_000 } = {}) {
  const world = {
    now: 1_700_000_000_000,
    list: listOf('listed'),
    article: absent as Reading<Post | null> | 'by hand',
    calls: [] as string[],
    waiting: [] as ((reading: Reading<Post | null>) => void)[],
    failures: 0,
  }
  const now = () => world.now
  const posts = createPosts({
    source: {
      mayHave: (slug) => slug !== 'Impossible',
      readList: () => Promise.resolve(world.list),
      readArticle(language, slug) {
        world.calls.push(`${language}/${slug}`)
        if (world.article !== 'by hand') return Promise.resolve(world.article)
        return new Promise((resolve) => world.waiting.push(resolve))
      },
    },
    ...{ pauses: createSourcePauses(now), now, uptime: now, random: () => 0 },
    ...{ ttlMs, staleMs: 100_000, timeoutMs, snapshot: null },
    ...{ linkResolver: () => (post) => post, measure: () => Promise.resolve() },
    ...{ onFailure: () => (world.failures += 1), onRecovery: () => {}, onPosts: () => {} },
  })
  async function find(slug: string, language: 'fr' | 'en' = 'fr'): Promise<string> {
    const answer = await posts.find(language, slug)
    return answer.kind === 'failed' ? `failed, ${answer.retryAfterSeconds} s` : `${answer.kind} ${answer.freshness}`
  }
  const answerNext = async (reading: Reading<Post | null>) => {
    world.waiting.shift()?.(reading)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { world, posts, find, answerNext }
}

/** The same with its list read, and with article calls that the test answers. */
async function setUpByHand(timeoutMs?: number) {
  const site = setUp({ timeoutMs })
  await site.find('listed')
  site.world.article = 'by hand'
  return site
}

const many = (count: number, name = 'invented') => Array.from({ length: count }, (_, index) => `${name}-${index}`)

it('makes no call for a listed article or an invalid slug, even if the list cannot be read', async () => {
  const { world, find } = setUp()
  expect([await find('listed'), await find('listed')]).toEqual(['cached miss', 'cached hit'])
  const { world: failing, find: findInFailing } = setUp()
  failing.list = failed
  expect([await find('Impossible'), await findInFailing('Impossible')]).toEqual(['absent hit', 'absent hit'])
  expect([world.calls, failing.calls]).toEqual([[], []])
})

it.each([
  ['an article that its list lacks', found('new'), 'cached'],
  ['an article that does not exist', absent, 'absent'],
])('makes one call for %s, for a hundred visitors, until the list is read again', async (_what, reading, kind) => {
  const { world, posts, find, answerNext } = await setUpByHand()
  const visitors = many(100).map(() => find('new'))
  await delay(0)
  await answerNext(reading)
  expect(new Set(await Promise.all(visitors))).toEqual(new Set([`${kind} miss`]))
  expect([await find('new'), world.calls]).toEqual([`${kind} hit`, ['fr/new']])
  world.article = absent
  await posts.refresh()
  expect([await find('new'), world.calls.length]).toEqual(['absent miss', 2])
})

it('makes at most a hundred calls a language for unknown slugs, until the list is read again', async () => {
  const { world, posts, find } = setUp()
  const flood = () => Promise.all(many(1500).map((slug) => find(slug)))
  for (const outcomes of [['absent miss', 'absent hit'], ['absent hit']]) {
    expect(new Set(await flood())).toEqual(new Set(outcomes))
    expect([world.calls.length, await find('listed')]).toEqual([100, 'cached hit'])
  }
  expect(await find('other', 'en')).toBe('absent miss')
  await posts.refresh()
  await flood()
  expect(world.calls).toHaveLength(201)
})

it('still counts calls that are running when the list is read', async () => {
  const { world, posts, find, answerNext } = await setUpByHand()
  const early = many(100, 'early').map((slug) => find(slug))
  await delay(0)
  await posts.refresh()
  expect(await find('late')).toBe('absent hit')
  while (world.waiting.length > 0) await answerNext(absent)
  await Promise.all(early)
  expect(world.calls).toHaveLength(100)
})

it('pauses a slug whose call failed for five seconds, counts each call, and still calls for others', async () => {
  const { world, find } = setUp({ ttlMs: 3_600_000 })
  world.article = failed
  expect([await find('poison'), await find('poison')]).toEqual(['failed, 5 s', 'failed, 5 s'])
  world.article = found('new')
  expect(await find('new')).toBe('cached miss')
  world.article = failed
  for (let time = 0; time < 200; time += 1) {
    world.now += 5000
    await find('poison')
  }
  expect([world.calls.length, world.failures]).toEqual([100, 99])
  // The article may exist.
  expect(await find('the-hundred-and-first')).toBe('failed, 1 s')
})

it('makes no call while the list cannot be read, and serves cached articles', async () => {
  const { world, find } = setUp()
  world.article = found('new')
  await find('new')
  world.list = failed
  world.now += 10_000
  await find('listed')
  await delay(0)
  const answers = [await find('new'), await find('other'), await find('listed')]
  expect(answers).toEqual(['cached hit', 'failed, 1 s', 'cached stale'])
  expect(world.calls).toEqual(['fr/new'])
})

it('makes four calls at a time, and none while the key is refused, even for queued slugs', async () => {
  const { world, find, answerNext } = await setUpByHand()
  const slugs = many(10).map((slug) => find(slug))
  await delay(0)
  await answerNext({ ...failed, fault: 'key', retryAfterSeconds: 30 })
  while (world.waiting.length > 0) await answerNext(absent)
  expect((await Promise.all(slugs)).slice(4)).toEqual(Array(6).fill('failed, 30 s'))
  expect([await find('other', 'en'), world.calls.length]).toEqual(['failed, 30 s', 4])
})

it('answers within its timeout if the source hangs, also if queued, and makes no call after it', async () => {
  const { world, find, answerNext } = await setUpByHand(50)
  const answers = await Promise.all(many(20).map((slug) => find(slug)))
  expect(new Set(answers)).toEqual(new Set(['failed, 1 s']))
  await delay(20)
  while (world.waiting.length > 0) await answerNext(absent)
  expect(world.calls).toHaveLength(4)
  expect(await find('invented-0')).toBe('absent hit')
})
