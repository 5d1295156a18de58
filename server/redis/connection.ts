import { setTimeout as delay } from 'node:timers/promises'
import type * as Ioredis from 'ioredis'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import { lazyImport } from '../runtime/lazy-import.ts'
import { isLate, redisErrorCode } from './error-code.ts'

const ioredis = lazyImport<typeof Ioredis>('ioredis')

/** `up`: it takes values and passes messages on. `why` is a code of Redis or of the network, without an address or a secret. */
export type RedisState = { kind: 'up' } | { kind: 'down'; why: string }

/** `silent`: no answer in time, a refusal, or no connection; the caller goes on without. */
export type Reply<T> = { kind: 'answered'; value: T } | { kind: 'silent' }

/** `refused`: Redis itself says no. */
type CommandOutcome<T> = { kind: 'answered'; value: T } | { kind: 'silent' | 'refused'; why: string }

/** A command of a transaction, with its arguments. */
export type RedisCommand = readonly [command: string, ...words: string[]]

export type RedisOptions = {
  /** Holds a password: a secret. */
  url: string
  /** How long anything is waited for, in milliseconds. */
  timeoutMs: number
  /** The channel to subscribe to. Its name is a key too, which this instance writes in order to learn whether it may. */
  channel: string
  onMessage: (message: string) => void
  /** Called at every new subscription: messages may have been missed until then. */
  onSubscribed: () => void
  /** Called again and again while all of Redis can be used: time to send what could not be sent before. */
  onUp: () => void
  onFault: Observer['onRedisFault']
  log: Log
}

/** How often Redis is tried, however little the site asks of it. */
const probeMs = 3000
const reconnectMs = 1000
/** A connection without an answer for so long is dead, even if the operating system keeps it open. */
const deadMs = 5000
const firstWaitMs = 1000

/**
 * A connection for commands and one for messages. Nothing is queued while Redis is away, nothing is sent twice, nothing
 * rejects. A primary that has become a replica refuses the probe's write: both connections are then made anew, to the server that has
 * the name now.
 *
 * RESP3 would allow one connection for both, but there ioredis 6.0 takes a message that arrives before a transaction's
 * answer for a broken protocol ("Unknown RESP type 62") and breaks off; so it is RESP2, which every server speaks.
 */
export function createRedisConnection(options: RedisOptions) {
  const { url, timeoutMs, channel, onMessage, onSubscribed, onUp, onFault, log } = options
  const client = new (ioredis().Redis)(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    connectTimeout: deadMs,
    socketTimeout: deadMs,
    retryStrategy: () => reconnectMs,
    reconnectOnError(error) {
      if (!error.message.includes('READONLY')) return false
      lastFaults.values = 'READONLY'
      subscriber.disconnect(true)
      return true
    },
  })
  const subscriber = client.duplicate()
  const lastFaults = { values: 'closed', messages: 'closed' }
  let closed = false
  let state: RedisState = { kind: 'down', why: 'not reached yet' }
  /** Why values are not taken, and messages not passed on; null where they are, undefined where that is not known yet. */
  const faults: Record<'values' | 'messages', string | null | undefined> = { values: undefined, messages: undefined }
  let logged: RedisState['kind'] | null = null
  const loggedRefusals = new Set<string>()
  let resolveFirstUp = () => {}
  const firstUp = new Promise<void>((resolve) => {
    resolveFirstUp = resolve
  })

  function record(part: keyof typeof faults, fault: string | null): void {
    if (closed) return
    faults[part] = fault
    const why = faults.values ?? faults.messages
    // Until both have been tried, only a fault is known.
    if (why === undefined || (why === null && faults.values === undefined)) return
    state = why === null ? { kind: 'up' } : { kind: 'down', why }
    if (state.kind === 'up') resolveFirstUp()
    if (state.kind === logged) return
    if (state.kind === 'up') log.info(logged === null ? 'redis is there' : 'redis is back')
    else log.warn({ why }, 'redis cannot be used: this instance goes on with its own memory')
    logged = state.kind
  }

  for (const [part, connection] of [
    ['values', client],
    ['messages', subscriber],
  ] as const) {
    connection.on('error', (error: unknown) => {
      lastFaults[part] = redisErrorCode(error)
    })
    connection.on('close', () => {
      record(part, lastFaults[part])
      lastFaults[part] = 'closed'
    })
  }
  client.on('ready', () => void probe())
  const reached = new Promise<void>((resolve) => client.once('ready', resolve))
  subscriber.on('ready', () => void subscribe())
  subscriber.on('message', (_channel, message) => onMessage(message))

  async function subscribe(): Promise<void> {
    // A replica, which is left again at once, hears nothing of what instances tell; and each subscription has all read anew.
    if (faults.values === 'READONLY') return
    const outcome = await attempt(() => subscriber.subscribe(channel))
    record('messages', outcome.kind === 'answered' ? null : outcome.why)
    if (outcome.kind === 'answered') onSubscribed()
    // Without an answer, this instance would never hear of a change: it connects anew and tries again.
    else if (outcome.kind === 'silent' && !closed) subscriber.disconnect(true)
  }

  async function probe(): Promise<void> {
    if (subscriber.status === 'ready') {
      // A ping that is not answered for too long has the subscriber connect anew.
      if (faults.messages === null) subscriber.ping().catch(() => {})
      else void subscribe()
    }
    if (client.status !== 'ready') return
    const outcome = await attempt(() => client.set(channel, '', 'PX', deadMs))
    record('values', outcome.kind === 'answered' ? null : outcome.why)
    if (state.kind === 'up') onUp()
  }
  const probes = setInterval(() => void probe(), probeMs).unref()

  async function attempt<T>(command: () => Promise<T>): Promise<CommandOutcome<T>> {
    try {
      return { kind: 'answered', value: await command() }
    } catch (error) {
      const why = isLate(error) ? `no answer within ${timeoutMs} ms` : redisErrorCode(error)
      // A refusal of Redis itself begins with a code.
      const kind = error instanceof Error && error.name === 'ReplyError' ? 'refused' : 'silent'
      onFault(kind === 'refused' ? 'refusal' : isLate(error) ? 'late' : 'connection')
      return { kind, why }
    }
  }

  async function ask<T>(command: () => Promise<T>): Promise<Reply<T>> {
    if (client.status !== 'ready') return { kind: 'silent' }
    const outcome = await attempt(command)
    if (outcome.kind === 'answered') return outcome
    if (outcome.kind === 'refused' && !loggedRefusals.has(outcome.why)) {
      loggedRefusals.add(outcome.why)
      log.warn({ why: outcome.why }, 'redis refuses a command: this instance goes on without its answer')
    }
    return { kind: 'silent' }
  }

  return {
    state: () => state,

    /** Pending until there is a first connection. */
    reached,

    /** Resolves when Redis can be used, or cannot after a second: the site starts without it. */
    async connect(): Promise<void> {
      client.connect().catch(() => {})
      subscriber.connect().catch(() => {})
      await Promise.race([firstUp, delay(firstWaitMs, undefined, { ref: false })])
    },

    get: (key: string) => ask(() => client.get(key)),
    /** @param milliseconds until the value is forgotten */
    set: (key: string, value: string, milliseconds: number) => ask(() => client.set(key, value, 'PX', milliseconds)),
    /** All of it or nothing; the answers of the steps, in their order. */
    transaction(steps: readonly RedisCommand[]): Promise<Reply<unknown[]>> {
      const transaction = client.multi()
      for (const [command, ...words] of steps) transaction.call(command, ...words)
      return ask(async () =>
        ((await transaction.exec()) ?? []).map(([error, value]) => {
          if (error) throw error
          return value
        }),
      )
    },
    publish: (to: string, message: string) => ask(() => client.publish(to, message)),
    /** Runs a Lua script. */
    run: (script: string, keys: readonly string[], words: readonly string[]): Promise<Reply<unknown>> =>
      ask(() => client.eval(script, keys.length, ...keys, ...words)),

    close(): void {
      closed = true
      clearInterval(probes)
      client.disconnect()
      subscriber.disconnect()
    },
  }
}

export type RedisConnection = ReturnType<typeof createRedisConnection>

/** A line of `/readyz`. */
export function diagnosticOfRedis(state: RedisState): string {
  return state.kind === 'up'
    ? 'redis: ok'
    : `redis: cannot be used (${state.why}), this instance goes on with its own memory`
}
