import { createCachedList } from '../../server/posts/cache/cached-list.ts'
import { createSourcePauses } from '../../server/posts/cache/source-pauses.ts'
import { defectOf, type Failure, type Reading } from '../../server/posts/cache/source.ts'
import type { Post } from '../../shared/post.ts'
import { storedPostOf } from './stored-post.ts'

export const listOf = (...slugs: string[]): Reading<Post[]> => ({
  kind: 'read',
  value: slugs.map((slug) => storedPostOf(slug)),
})
export const failed: Failure = {
  kind: 'failed',
  message: '-',
  type: 'NetworkError',
  retryAfterSeconds: null,
  fault: 'source',
}
export const defect = defectOf(new Error('a defect of ours'))

type Options = { ttlMs?: number; staleMs?: number }

/** A list that is fresh for 10 s and stale for 100 s, with a stopped clock. The test answers its calls, or `reading` does. */
export function setUp({ ttlMs = 10_000, staleMs = 100_000 }: Options = {}) {
  const world = {
    now: 1_700_000_000_000,
    /** By how much the time of day was set back, or ahead if it is negative. */
    setBackMs: 0,
    reading: listOf('a') as Reading<Post[]> | 'by hand',
    calls: 0,
    events: [] as string[],
  }
  const now = () => world.now - world.setBackMs
  const uptime = () => world.now
  const waiting: ((reading: Reading<Post[]>) => void)[] = []
  const pauses = createSourcePauses(uptime)
  const list = createCachedList('fr', {
    source: {
      mayHave: () => true,
      readList() {
        world.calls += 1
        if (world.reading !== 'by hand') return Promise.resolve(world.reading)
        return new Promise((resolve) => waiting.push(resolve))
      },
    },
    ...{ pauses, now, uptime, random: () => 0, ttlMs, staleMs },
    onFailure: (asked, { type, message }) => world.events.push(`${asked}: ${type}: ${message}`),
    onRecovery: (language) => world.events.push(`${language}: read again`),
    onRead: (language, posts, readAt) =>
      world.events.push(`${language}: ${posts.map(({ slug }) => slug).join()} ${(readAt - world.now) / 1000}`),
  })
  /** Lets a refresh in the background come to its end. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Answers the call that has waited longest. */
  async function answerNext(reading: Reading<Post[]>) {
    waiting.shift()?.(reading)
    await settled()
  }
  /** What a request gets, in a few words: `a hit`, or the seconds of a `Retry-After`. */
  async function get(): Promise<string> {
    return inWords(await list.get())
  }
  const peek = () => inWords(list.peek())
  return { list, world, pauses, settled, answerNext, get, peek }
}

function inWords(answer: Awaited<ReturnType<ReturnType<typeof createCachedList>['get']>> | null): string {
  if (answer === null) return 'nothing'
  if (answer.kind === 'failed') return `failed, ${answer.retryAfterSeconds} s`
  return `${answer.value.map(({ slug }) => slug).join()} ${answer.freshness}`
}

/** The same list after it has read the post `a`. */
export async function setUpCached(options?: Options) {
  const site = setUp(options)
  await site.list.get()
  return site
}
