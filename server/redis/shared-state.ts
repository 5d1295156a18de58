import { randomUUID } from 'node:crypto'
import type { Store } from 'express-rate-limit'
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
import { remarkOnRedis, type RedisState } from './availability.ts'
import { createRedisConnection, type RedisConnection } from './connection.ts'
import { presenceOf, presencePrefix } from './presence.ts'
import { createSharedCounts } from './shared-counts.ts'
import { createSharedNames, namesAlone, type SharedNames } from './shared-names.ts'
import type { KeyFor } from '../config/derived-keys.ts'

/** What the instances of one site know together. All of it is there without Redis too, for one instance alone. */
export type Sharing = {
  /** Where the counts of a rate are kept; undefined: in memory. */
  countsOf: (rate: string) => Store | undefined
  names: SharedNames
  posts: SharedPosts | null
  /** Tells the others what has changed. */
  tell: (change: PostsChange) => void
  /** Lines for whoever asks how this instance is. */
  remarks: () => readonly string[]
  /** How Redis is; null where there is none. */
  redis: () => RedisState['kind'] | null
  connect: () => Promise<void>
  disconnect: () => void
}

const alone: Sharing = {
  countsOf: () => undefined,
  names: namesAlone,
  posts: null,
  tell: () => {},
  remarks: () => [],
  redis: () => null,
  connect: () => Promise.resolve(),
  disconnect: () => {},
}

/** @param onChange what other instances tell of, or what may have been missed while they could not be heard */
export function createSharing(
  config: Config,
  keyFor: KeyFor,
  log: Log,
  now: () => number,
  onChange: (change: PostsChange) => void,
  onFault: Observer['onRedisFault'],
): Sharing {
  const { ghost, siteUrl, siteSecret } = config
  if (config.redis === null) return alone
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
    onListening: bus.onSubscribed,
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
    const told = await redis.transaction([
      ['SET', generationKey, generation],
      ['PUBLISH', channel, message],
    ])
    // A full Redis takes no value, but still passes messages on.
    return told.kind === 'answered' || (await redis.publish(channel, message)).kind === 'answered'
  }

  return {
    countsOf: (rate) =>
      createSharedCounts({
        transaction: redis.transaction,
        prefix: `${prefix}rate:${rate}:`,
        hashKey: keyFor('rate limits'),
        now,
      }),
    names: createSharedNames(redis, prefix),
    posts: ghost === null ? null : sharedPosts(),
    tell: (change) => void bus.publish(change),
    remarks: () => [remarkOnRedis(redis.state())],
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
