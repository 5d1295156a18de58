import { setTimeout as delay } from 'node:timers/promises'
import type * as Ioredis from 'ioredis'
import type { Log } from '../log/log.ts'
import type { Observer } from '../log/observer.ts'
import { lazyImport } from '../config/lazy-import.ts'
import { createAvailability, type RedisState } from './availability.ts'
import { codeOf } from './fault-code.ts'

const ioredis = lazyImport<typeof Ioredis>('ioredis')

/** `silent`: no answer in time, a refusal, or nobody to ask; whoever asked goes on without. */
export type Reply<T> = { kind: 'answered'; value: T } | { kind: 'silent' }

/** `refused`: what Redis itself says no to, with its code. */
type Outcome<T> = Reply<T> | { kind: 'refused'; why: string }

/** One step of a transaction: a command and its arguments. */
export type Step = readonly [command: string, ...words: string[]]

export type RedisConnection = {
  state: () => RedisState
  /** Resolves when Redis can be used, or has not been reached after a second: the site starts without it. */
  connect(): Promise<void>
  get(key: string): Promise<Reply<string | null>>
  /** @param milliseconds until the value is forgotten */
  set(key: string, value: string, milliseconds: number): Promise<Reply<unknown>>
  /** All of it or nothing; the answers of the steps, in their order. */
  transaction(steps: readonly Step[]): Promise<Reply<unknown[]>>
  publish(channel: string, message: string): Promise<Reply<unknown>>
  close(): void
}

export type RedisOptions = {
  /** With its password: a secret. */
  url: string
  /** How long anything is waited for, in milliseconds. */
  timeoutMs: number
  /** The channel that is listened to. */
  channel: string
  onMessage: (message: string) => void
  /** Called whenever messages may have been missed: at every new connection, once it listens. */
  onListening: () => Promise<void>
  /** Called at every heartbeat, while all of it can be used: what could not be done before may be tried again. */
  onHeartbeat: () => void
  /** What each heartbeat writes: a key of this instance's own, and what it tells of itself. */
  heartbeat: { key: string; value: () => string }
  onFault: Observer['onRedisFault']
  log: Log
}

/** Also how soon one that has come back is used again. */
const heartbeatMs = 1000
/** A connection without an answer for so long is dead, whatever the operating system thinks. */
const deadMs = 5000
const firstWaitMs = 1000

/**
 * One connection that asks and one that listens. Nothing is queued while Redis is away, nothing is sent twice, nothing
 * rejects. A heartbeat, which is a small write, tells when it may be used; any other refusal concerns that command alone.
 *
 * RESP3 would allow one connection for both, but there ioredis 6.0 takes a message that arrives before a transaction's
 * answer for a broken protocol ("Unknown RESP type 62") and breaks off; so it is RESP2, which every server speaks.
 */
export function createRedisConnection(options: RedisOptions): RedisConnection {
  const { url, timeoutMs, channel, onMessage, onListening, onHeartbeat, heartbeat, onFault, log } = options
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
  const listener = client.duplicate()
  const availability = createAvailability(log)
  let lastFault = 'closed'
  /** Why it does not let the listener listen; null where it does. */
  let deaf: string | null = null
  let closed = false

  client.on('error', (error: unknown) => {
    lastFault = codeOf(error)
  })
  client.on('close', () => {
    if (!closed) availability.become({ kind: 'down', why: lastFault })
    lastFault = 'closed'
  })
  const firstBeat = new Promise<void>((resolve) => {
    client.on('ready', () => void beat().then(resolve))
  })

  // What is wrong with Redis shows at the other connection; this one comes back by itself.
  listener.on('error', () => {})
  listener.on('message', (_channel, message) => onMessage(message))
  const firstListening = new Promise<void>((resolve) => {
    listener.on('ready', () => void listen().then(resolve))
  })

  async function listen(): Promise<void> {
    const reply = await settle(() => listener.subscribe(channel))
    deaf = reply.kind === 'refused' ? reply.why : null
    if (reply.kind === 'answered') await onListening()
    // Without an answer, this instance would never hear of a change: another connection, another try.
    else if (reply.kind === 'silent' && !closed) listener.disconnect(true)
  }

  async function beat(): Promise<void> {
    // The ping is for its answer alone: a listener that hears nothing for too long is connected anew.
    if (listener.status === 'ready') void (deaf === null ? listener.ping().catch(() => {}) : listen())
    if (client.status !== 'ready') return
    const reply = await settle(() => client.set(heartbeat.key, heartbeat.value(), 'PX', heartbeatMs * 10))
    if (reply.kind === 'refused') availability.become({ kind: 'refusing', why: reply.why })
    if (reply.kind !== 'answered') return
    availability.become(deaf === null ? { kind: 'up' } : { kind: 'deaf', why: deaf })
    if (deaf === null) onHeartbeat()
  }
  const beating = setInterval(() => void beat(), heartbeatMs).unref()

  async function settle<T>(command: () => Promise<T>): Promise<Outcome<T>> {
    try {
      const outcome = await withinTime(command(), timeoutMs)
      if (outcome.kind === 'late') onFault('late')
      if (outcome.kind === 'late' && !closed) {
        availability.become({ kind: 'down', why: `no answer within ${timeoutMs} ms` })
      }
      return outcome.kind === 'late' ? { kind: 'silent' } : outcome
    } catch (error) {
      // A lost connection has its own event; what Redis itself says no to begins with a code.
      const refused = error instanceof Error && error.name === 'ReplyError'
      onFault(refused ? 'refusal' : 'connection')
      return refused ? { kind: 'refused', why: codeOf(error) } : { kind: 'silent' }
    }
  }

  async function ask<T>(access: 'read' | 'write', command: () => Promise<T>): Promise<Reply<T>> {
    const { kind } = availability.state()
    const isAsked = kind === 'up' || kind === 'deaf' || (kind === 'refusing' && access === 'read')
    const reply: Outcome<T> = isAsked ? await settle(command) : { kind: 'silent' }
    if (reply.kind !== 'refused') return reply
    availability.refused(reply.why)
    return { kind: 'silent' }
  }

  return {
    state: availability.state,

    async connect() {
      client.connect().catch(() => {})
      const listening = firstBeat.then(() => {
        if (!closed) listener.connect().catch(() => {})
        return firstListening
      })
      await Promise.race([listening, delay(firstWaitMs, undefined, { ref: false })])
    },

    get: (key) => ask('read', () => client.get(key)),
    set: (key, value, milliseconds) => ask('write', () => client.set(key, value, 'PX', milliseconds)),
    transaction(steps) {
      const transaction = client.multi()
      for (const [command, ...words] of steps) transaction.call(command, ...words)
      return ask('write', () => run(transaction))
    },
    publish: (to, message) => ask('read', () => client.publish(to, message)),

    close() {
      closed = true
      clearInterval(beating)
      client.disconnect()
      listener.disconnect()
    },
  }
}

async function run(transaction: ReturnType<Ioredis.Redis['multi']>): Promise<unknown[]> {
  return ((await transaction.exec()) ?? []).map(([error, value]) => {
    if (error) throw error
    return value
  })
}

/** A busy process may see an answer and its own timer at the same moment: the answer, which the poll phase brings, counts. */
async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<Reply<T> | { kind: 'late' }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ kind: 'late' }>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, { kind: 'late' }), milliseconds)
  })
  // Whoever lost the race must not become an unhandled rejection.
  promise.catch(() => {})
  try {
    return await Promise.race([promise.then((value) => ({ kind: 'answered' as const, value })), late])
  } finally {
    clearTimeout(timer)
  }
}
