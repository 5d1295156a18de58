import { createHmac, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { languages } from '../../shared/language.ts'
import type { Config, GhostConfig } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import type { Observer } from '../log/observer.ts'
import type { PostsChange } from '../posts/change.ts'
import { createChangeNews } from '../posts/change-news.ts'
import { createCopyFolder } from '../posts/copy-folder.ts'
import { createDiskPosts } from '../posts/disk-copies.ts'
import type { SharedPosts } from '../posts/posts.ts'
import { createSeal } from '../posts/seal.ts'
import { createSharedCopies } from '../posts/shared-copies.ts'
import { storedFormat, storedPost } from '../posts/stored-post.ts'
import { projectRoot } from '../config/project-root.ts'
import type { RateStore } from '../http/rate-limit.ts'
import { diagnosticOfRedis, type RedisState } from './availability.ts'
import { createRedisConnection, type RedisConnection } from './connection.ts'
import { presenceOf, presencePrefix } from './presence.ts'
import { createLeases, type Leases, ownLeases } from './leases.ts'
import type { KeyFor } from '../config/derived-keys.ts'

/** The state that the instances of one site share by Redis; without Redis, of one instance alone. */
export type SharedState = {
  /** Null without Redis. */
  rateStore: RateStore | null
  leases: Leases
  posts: SharedPosts | null
  /** Tells the other instances what has changed. */
  publish: (change: PostsChange) => void
  /** Lines of `/readyz`. */
  diagnostics: () => readonly string[]
  /** The state of Redis; null without Redis. */
  redis: () => RedisState['kind'] | null
  connect: () => Promise<void>
  disconnect: () => void
}

const ownState: SharedState = {
  rateStore: null,
  leases: ownLeases,
  posts: null,
  publish: () => {},
  diagnostics: () => [],
  redis: () => null,
  connect: () => Promise.resolve(),
  disconnect: () => {},
}

/** What the key is for that copies of posts are sealed with. */
const sealPurpose = 'copies of posts'

/** What an earlier process has read outlives it here; what was read for another site, or with another key, does not count. */
function copiesOnDisk(
  { siteUrl, posts: { copies, ttlMs, staleMs, maxEntries } }: Config,
  ghost: GhostConfig,
  keyFor: KeyFor,
  log: Log,
  now: () => number,
): SharedPosts | null {
  if (copies.maxBytes === 0) return null
  const folder = createCopyFolder({
    directory: resolve(projectRoot, copies.directory),
    maxBytes: copies.maxBytes,
    maxFiles: maxEntries + languages.length,
    lifeMs: ttlMs + staleMs,
    log,
    now,
  })
  const origin = JSON.stringify([siteUrl, ghost.url, ghost.version, ghost.key])
  const identity = keyFor(`copies on disk of ${origin}`).toString('hex', 0, 16)
  return createDiskPosts(folder, identity, createSeal(keyFor(sealPurpose)))
}

/** @param onChange called for changes that other instances publish, and for those that may have been missed */
export function createSharedState(
  config: Config,
  keyFor: KeyFor,
  log: Log,
  now: () => number,
  onChange: (change: PostsChange) => void,
  onFault: Observer['onRedisFault'],
): SharedState {
  const { ghost, siteUrl, siteSecret } = config
  if (config.redis === null)
    return { ...ownState, posts: ghost === null ? null : copiesOnDisk(config, ghost, keyFor, log, now) }
  if (ghost === null && siteSecret === null) {
    log.warn('REDIS_URL is set, but neither SITE_SECRET nor GHOST_URL: each instance counts for itself')
  }
  // Sites that use the same Redis, or one site before and after it was configured otherwise, do not meet.
  const identity = JSON.stringify([siteUrl, ghost?.url, ghost?.version])
  const prefix = `site:${keyFor(`names in Redis of ${identity}`).toString('hex', 0, 8)}:`
  const news = createChangeNews({ readGeneration, announce, onChange })
  const channel = `${prefix}changes`
  const generationKey = `${prefix}generation`
  /** Empty until it is made, which takes a moment. */
  let presence = ''

  const redis: RedisConnection = createRedisConnection({
    ...config.redis,
    channel,
    onMessage: news.hear,
    onSubscribed: news.listening,
    onHeartbeat: () => void news.catchUp(),
    heartbeat: { key: presencePrefix + randomUUID(), value: () => presence },
    onFault,
    log,
  })

  async function readGeneration(): Promise<string | null | undefined> {
    const reply = await redis.get(generationKey)
    return reply.kind === 'answered' ? reply.value : undefined
  }

  async function announce(generation: string, message: string): Promise<boolean> {
    const stored = await redis.transaction([
      ['SET', generationKey, generation],
      ['PUBLISH', channel, message],
    ])
    // A full Redis takes no value, but still passes messages on.
    return stored.kind === 'answered' || (await redis.publish(channel, message)).kind === 'answered'
  }

  const addressKey = keyFor('rate limits')
  const rateStore: RateStore = {
    client: {
      async eval(script, call) {
        const reply = await redis.run(script, call.keys, call.arguments)
        if (reply.kind === 'silent') throw new Error('Redis does not answer')
        return reply.value
      },
    },
    prefix,
    hash: (key) => createHmac('sha256', addressKey).update(key).digest('base64url'),
  }

  return {
    rateStore,
    leases: createLeases(redis, prefix),
    // Files are each instance's own, and what they were before is not wanted.
    posts: ghost === null ? null : sharedPosts(),
    publish: (change) => void news.tell(change),
    diagnostics: () => [diagnosticOfRedis(redis.state())],
    redis: () => redis.state().kind,
    async connect() {
      const [own] = await Promise.all([presenceOf(config), redis.connect()])
      presence = JSON.stringify(own)
      news.serve()
    },
    disconnect: redis.close,
  }

  function sharedPosts(): SharedPosts {
    const common = {
      get: async (name: string) => {
        const reply = await redis.get(name)
        return reply.kind === 'answered' ? reply.value : null
      },
      set: (name: string, value: string, milliseconds: number) => void redis.set(name, value, milliseconds),
      seal: createSeal(keyFor(sealPurpose)),
      generation: news.generation,
    }
    return {
      lists: createSharedCopies({
        ...common,
        prefix: `${prefix}lists:${storedFormat}:`,
        value: z.array(storedPost),
      }),
      articles: createSharedCopies({
        ...common,
        prefix: `${prefix}posts:${storedFormat}:`,
        value: storedPost,
      }),
    }
  }
}
