import { createHmac } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import type { PostsChange } from '../posts/change.ts'
import { createInvalidationBus } from './invalidation-bus.ts'
import type { SnapshotPlace } from '../posts/cache/snapshot.ts'
import type { RateStore } from '../http/rate-limit.ts'
import { createRedisConnection, diagnosticOfRedis, type RedisState } from './connection.ts'
import { createLeases, type Leases, ownLeases } from './leases.ts'
import type { KeyFor } from '../config/derived-keys.ts'

/** The state that the instances of one site share by Redis; without Redis, of one instance alone. */
export type SharedState = {
  /** Null without Redis. */
  rateStore: RateStore | null
  leases: Leases
  /** Where the last lists are kept; null without Redis. */
  snapshots: SnapshotPlace | null
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
  snapshots: null,
  publish: () => {},
  diagnostics: () => [],
  redis: () => null,
  connect: () => Promise.resolve(),
  disconnect: () => {},
}

/**
 * The beginning of the names of a site in Redis: sites that use the same Redis, or one site before and after it was configured otherwise,
 * do not meet.
 */
export function redisPrefixOf({ siteUrl, ghost }: Pick<Config, 'siteUrl' | 'ghost'>, keyFor: KeyFor): string {
  const identity = JSON.stringify([siteUrl, ghost?.url, ghost?.version])
  return `site:${keyFor(`names in Redis of ${identity}`).toString('hex', 0, 8)}:`
}

/** The same for all instances that share their state, for an operator to compare: too short to find the secret by. */
export function fingerprintOf(prefix: string): string {
  return prefix.slice('site:'.length, 'site:'.length + 6)
}

/** @param onChange called for changes that other instances publish, and for those that may have been missed */
export function createSharedState(
  config: Config,
  keyFor: KeyFor,
  log: Log,
  onChange: (change: PostsChange) => void,
  onFault: Observer['onRedisFault'],
): SharedState {
  if (config.redis === null) return ownState
  if (config.ghost === null && config.siteSecret === null) {
    log.warn('REDIS_URL is set, but neither SITE_SECRET nor GHOST_URL: each instance counts for itself')
  }
  const { posts } = config
  const prefix = redisPrefixOf(config, keyFor)
  const channel = `${prefix}changes`
  const bus = createInvalidationBus(async (message) => {
    return (await redis.publish(channel, message)).kind === 'answered'
  }, onChange)
  const redis = createRedisConnection({
    ...config.redis,
    channel,
    onMessage: bus.onMessage,
    onSubscribed: bus.onSubscribed,
    onUp: () => void bus.resend(),
    onFault,
    log,
  })

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
    snapshots: {
      async read(name) {
        await redis.reached
        const reply = await redis.get(`${prefix}posts:${name}`)
        return reply.kind === 'answered' ? reply.value : null
      },
      async write(name, text) {
        const reply = await redis.set(`${prefix}posts:${name}`, text, posts.ttlMs + posts.staleMs)
        return reply.kind === 'answered'
      },
    },
    publish: (change) => void bus.publish(change),
    diagnostics: () => [diagnosticOfRedis(redis.state())],
    redis: () => redis.state().kind,
    async connect() {
      log.info(
        { fingerprint: fingerprintOf(prefix) },
        'redis: instances with the same fingerprint share counts and lists',
      )
      await redis.connect()
      bus.serve()
    },
    disconnect: redis.close,
  }
}
