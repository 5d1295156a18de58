import { setTimeout as delay } from 'node:timers/promises'
import type * as Ioredis from 'ioredis'
import type { Log } from '../log/log.ts'
import type { Observer } from '../log/observer.ts'
import { withinTime } from '../http/deadline.ts'
import { lazyImport } from '../config/lazy-import.ts'
import { createAvailability, redisErrorCode } from './availability.ts'

const ioredis = lazyImport<typeof Ioredis>('ioredis')

/** `silent`: no answer in time, a refusal, or no connection; the caller goes on without. */
export type Reply<T> = { kind: 'answered'; value: T } | { kind: 'silent' }

/** `refused`: Redis itself says no, with a code. */
type Outcome<T> = Reply<T> | { kind: 'refused'; why: string }

/** A command of a transaction, with its arguments. */
export type RedisCommand = readonly [command: string, ...words: string[]]

export type RedisOptions = {
  /** With its password: a secret. */
  url: string
  /** How long anything is waited for, in milliseconds. */
  timeoutMs: number
  /** The channel to subscribe to. */
  channel: string
  onMessage: (message: string) => void
  /** Called whenever messages may have been missed: at every new connection, once it is subscribed. */
  onSubscribed: () => Promise<void>
  /** Called at every heartbeat while all of Redis can be used: time to retry what failed before. */
  onHeartbeat: () => void
  /** What each heartbeat writes: a key of this instance's own, and its presence. */
  heartbeat: { key: string; value: () => string }
  onFault: Observer['onRedisFault']
  log: Log
}

/** A Redis that has come back is used again after so long. */
const heartbeatMs = 1000
/** A connection without an answer for so long is dead, even if the operating system keeps it open. */
const deadMs = 5000
const firstWaitMs = 1000

/**
 * One connection for commands and one for messages. Nothing is queued while Redis is away, nothing is sent twice, nothing
 * rejects. A heartbeat, which is a small write, decides whether Redis is used; any other refusal concerns its command alone.
 *
 * RESP3 would allow one connection for both, but there ioredis 6.0 takes a message that arrives before a transaction's
 * answer for a broken protocol ("Unknown RESP type 62") and breaks off; so it is RESP2, which every server speaks.
 */
export function createRedisConnection(options: RedisOptions) {
  const { url, timeoutMs, channel, onMessage, onSubscribed, onHeartbeat, heartbeat, onFault, log } = options
  const client = new (ioredis().Redis)(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    socketTimeout: deadMs,
    connectTimeout: deadMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, heartbeatMs),
  })
  const subscriber = client.duplicate()
  const availability = createAvailability(log)
  let lastFault = 'closed'
  /** Why the subscription is refused; null if it is not. */
  let subscribeRefusal: string | null = null
  let closed = false

  client.on('error', (error: unknown) => {
    lastFault = redisErrorCode(error)
  })
  client.on('close', () => {
    if (!closed) availability.become({ kind: 'down', why: lastFault })
    lastFault = 'closed'
  })
  const firstHeartbeat = new Promise<void>((resolve) => {
    client.on('ready', () => void beatHeart().then(resolve))
  })

  // The other connection reports what is wrong with Redis; this one reconnects by itself.
  subscriber.on('error', () => {})
  subscriber.on('message', (_channel, message) => onMessage(message))
  const firstSubscription = new Promise<void>((resolve) => {
    subscriber.on('ready', () => void subscribe().then(resolve))
  })

  async function subscribe(): Promise<void> {
    const reply = await attempt(() => subscriber.subscribe(channel))
    subscribeRefusal = reply.kind === 'refused' ? reply.why : null
    if (reply.kind === 'answered') await onSubscribed()
    // Without an answer, this instance would never hear of a change: it connects anew and tries again.
    else if (reply.kind === 'silent' && !closed) subscriber.disconnect(true)
  }

  async function beatHeart(): Promise<void> {
    if (subscriber.status === 'ready') {
      // The ping is for its answer alone: without one for too long, the subscriber connects anew.
      if (subscribeRefusal === null) subscriber.ping().catch(() => {})
      else void subscribe()
    }
    if (client.status !== 'ready') return
    const reply = await attempt(() => client.set(heartbeat.key, heartbeat.value(), 'PX', heartbeatMs * 10))
    if (reply.kind === 'refused') availability.become({ kind: 'readOnly', why: reply.why })
    if (reply.kind !== 'answered') return
    if (subscribeRefusal !== null) return availability.become({ kind: 'cannotSubscribe', why: subscribeRefusal })
    availability.become({ kind: 'up' })
    onHeartbeat()
  }
  const heartbeats = setInterval(() => void beatHeart(), heartbeatMs).unref()

  async function attempt<T>(command: () => Promise<T>): Promise<Outcome<T>> {
    try {
      const value = await withinTime(command(), timeoutMs)
      if (value !== 'late') return { kind: 'answered', value }
      onFault('late')
      if (!closed) availability.become({ kind: 'down', why: `no answer within ${timeoutMs} ms` })
      return { kind: 'silent' }
    } catch (error) {
      // A lost connection has its own event; a refusal by Redis itself begins with a code.
      const refused = error instanceof Error && error.name === 'ReplyError'
      onFault(refused ? 'refusal' : 'connection')
      return refused ? { kind: 'refused', why: redisErrorCode(error) } : { kind: 'silent' }
    }
  }

  async function ask<T>(access: 'read' | 'write', command: () => Promise<T>): Promise<Reply<T>> {
    const { kind } = availability.state()
    const isAsked = kind === 'up' || kind === 'cannotSubscribe' || (kind === 'readOnly' && access === 'read')
    const reply: Outcome<T> = isAsked ? await attempt(command) : { kind: 'silent' }
    if (reply.kind !== 'refused') return reply
    availability.refused(reply.why)
    return { kind: 'silent' }
  }

  return {
    state: availability.state,

    /** Resolves when Redis can be used, or has not been reached after a second: the site starts without it. */
    async connect(): Promise<void> {
      client.connect().catch(() => {})
      const subscribed = firstHeartbeat.then(() => {
        if (!closed) subscriber.connect().catch(() => {})
        return firstSubscription
      })
      await Promise.race([subscribed, delay(firstWaitMs, undefined, { ref: false })])
    },

    get: (key: string) => ask('read', () => client.get(key)),
    /** @param milliseconds until the value is forgotten */
    set: (key: string, value: string, milliseconds: number) =>
      ask('write', () => client.set(key, value, 'PX', milliseconds)),
    /** All of it or nothing; the answers of the steps, in their order. */
    transaction(steps: readonly RedisCommand[]): Promise<Reply<unknown[]>> {
      const transaction = client.multi()
      for (const [command, ...words] of steps) transaction.call(command, ...words)
      return ask('write', () => execute(transaction))
    },
    publish: (to: string, message: string) => ask('read', () => client.publish(to, message)),
    /** Runs a Lua script. */
    run: (script: string, keys: readonly string[], words: readonly string[]): Promise<Reply<unknown>> =>
      ask('write', () => client.eval(script, keys.length, ...keys, ...words)),

    close(): void {
      closed = true
      clearInterval(heartbeats)
      client.disconnect()
      subscriber.disconnect()
    },
  }
}

export type RedisConnection = ReturnType<typeof createRedisConnection>

async function execute(transaction: ReturnType<Ioredis.Redis['multi']>): Promise<unknown[]> {
  return ((await transaction.exec()) ?? []).map(([error, value]) => {
    if (error) throw error
    return value
  })
}
