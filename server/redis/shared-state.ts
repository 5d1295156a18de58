import { createHmac, randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Config } from '../config/config.ts'
import type { Log } from '../log/log.ts'
import type { Observer } from '../log/observer.ts'
import type { PostsChange } from '../posts/change.ts'
import { createInvalidationBus } from '../posts/invalidation-bus.ts'
import type { SharedPosts } from '../posts/posts.ts'
import { createSeal, postsSealPurpose } from '../posts/cache/seal.ts'
import { createSharedEntries } from '../posts/cache/shared-entries.ts'
import { storedFormat, storedPost } from '../posts/cache/stored-post.ts'
import type { RateStore } from '../http/rate-limit.ts'
import { diagnosticOfRedis, type RedisState } from './availability.ts'
import { createRedisConnection, type RedisConnection } from './connection.ts'
import { presenceOf, presencePrefix } from './presence.ts'
import { createLeases, type Leases, ownLeases } from './leases.ts'
import { createSharedSet, type SharedSet } from './shared-set.ts'
import type { KeyFor } from '../config/derived-keys.ts'

/** The state that the instances of one site share by Redis; without Redis, of one instance alone. */
export type SharedState = {
  /** Null without Redis. */
  rateStore: RateStore | null
  leases: Leases
  /** Tags that the edge is to be told of; null without Redis. */
  purges: SharedSet | null
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
  purges: null,
  posts: null,
  publish: () => {},
  diagnostics: () => [],
  redis: () => null,
  connect: () => Promise.resolve(),
  disconnect: () => {},
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
  if (config.redis === null) return ownState
  if (ghost === null && siteSecret === null) {
    log.warn('REDIS_URL is set, but neither SITE_SECRET nor GHOST_URL: each instance counts for itself')
  }
  // Sites that use the same Redis, or one site before and after it was configured otherwise, do not meet.
  const identity = JSON.stringify([siteUrl, ghost?.url, ghost?.version])
  const prefix = `site:${keyFor(`names in Redis of ${identity}`).toString('hex', 0, 8)}:`
  const bus = createInvalidationBus({ readGeneration, send, onChange })
  const channel = `${prefix}changes`
  const generationKey = `${prefix}generation`
  /** Empty until it is made, which takes a moment. */
  let presence = ''

  const redis: RedisConnection = createRedisConnection({
    ...config.redis,
    channel,
    onMessage: bus.onMessage,
    onSubscribed: bus.onSubscribed,
    onHeartbeat: () => void bus.resync(),
    heartbeat: { key: presencePrefix + randomUUID(), value: () => presence },
    onFault,
    log,
  })

  async function readGeneration(): Promise<string | null | undefined> {
    const reply = await redis.get(generationKey)
    return reply.kind === 'answered' ? reply.value : undefined
  }

  async function send(generation: string, message: string): Promise<boolean> {
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
    purges: createSharedSet(redis, `${prefix}purges`),
    posts: ghost === null ? null : sharedPosts(),
    publish: (change) => void bus.publish(change),
    diagnostics: () => [diagnosticOfRedis(redis.state())],
    redis: () => redis.state().kind,
    async connect() {
      const [own] = await Promise.all([presenceOf(config), redis.connect()])
      presence = JSON.stringify(own)
      bus.serve()
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
      seal: createSeal(keyFor(postsSealPurpose)),
      generation: bus.generation,
    }
    return {
      lists: createSharedEntries({
        ...common,
        prefix: `${prefix}lists:${storedFormat}:`,
        value: z.array(storedPost),
      }),
      articles: createSharedEntries({
        ...common,
        prefix: `${prefix}posts:${storedFormat}:`,
        value: storedPost,
      }),
    }
  }
}
