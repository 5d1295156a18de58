import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Language, languages } from '../../shared/language.ts'
import type { Context } from '../config/context.ts'
import { withinTime } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import type { PostDifference } from '../posts/cache/store.ts'
import type { Posts } from '../posts/posts.ts'
import type { SharedState } from '../redis/shared-state.ts'
import { createEdgeHeaders } from './headers.ts'
import { createPurge } from './purge.ts'
import { createPurgeQueue } from './queue.ts'
import { buildTag, documents, tagsOfDifference } from './tags.ts'

const noEdge = {
  onDifference: () => {},
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  diagnostics: () => [],
  waitingSeconds: () => null,
}

type EdgeOptions = {
  /** Names this build: the same for the same files. */
  build: string
  fetch: Fetch
  sharedState: Pick<SharedState, 'leases' | 'purges'>
}

/** The lease whose holder is the build that began last. */
const buildLease = 'edge build'
const yearMs = 365 * 86_400_000
const longestLookMs = 60_000
/** The end of a process does not wait longer for the edge. */
const longestGoodbyeMs = 3000

/** The cache in front of the site, which is told what has changed; without one, all of this does nothing. */
export function createEdge({ config, now, log }: Context, { build, fetch, sharedState }: EdgeOptions) {
  const { purge } = config
  const headers = createEdgeHeaders(config, build)
  if (purge === null) return { ...noEdge, headers }
  const { leases, purges } = sharedState
  const queue = createPurgeQueue({
    engine: purge.engine,
    purge: createPurge(purge, fetch, now),
    shared: purges,
    leases,
    holder: randomUUID(),
    now,
    wait: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
    random: Math.random,
    log,
  })
  let looking: NodeJS.Timeout | undefined

  function look(posts: Pick<Posts, 'list'>): void {
    for (const language of languages) void posts.list(language)
    queue.resume()
  }

  return {
    headers,

    onDifference: (language: Language, differences: readonly PostDifference[] | null) =>
      queue.add(tagsOfDifference(language, differences)),

    /** Tells the edge of a new build, and from now on looks for changes that no webhook brings. */
    async start(posts: Pick<Posts, 'list'>) {
      const former = await leases.holderOf(buildLease)
      if (former !== build) {
        await leases.assign(buildLease, build, yearMs)
        queue.add([former === null ? documents : buildTag(former)])
      } else queue.resume()
      // With pages at the edge, hours may pass without a request here; and a webhook may be lost.
      const { ttlMs } = config.posts
      // More often than that: a list is read once it is no longer fresh. A timer of more than 24 days would never rest.
      const lookMs = Math.min(ttlMs / 4, longestLookMs)
      if (ttlMs > 0) looking = setInterval(() => look(posts), lookMs).unref()
    },

    /** After the last answer: purges what an old build has made since the new one began. */
    async stop() {
      clearInterval(looking)
      const current = await leases.holderOf(buildLease)
      if (current !== null && current !== build) queue.add([buildTag(build)])
      await withinTime(queue.idle(), longestGoodbyeMs)
    },

    diagnostics: queue.diagnostics,
    /** For how long the oldest purge has been waiting; null where there is no edge. */
    waitingSeconds: queue.waitingSeconds,
  }
}
