import { randomUUID } from 'node:crypto'
import type * as Ioredis from 'ioredis'
import { lazyImport } from '../config/lazy-import.ts'
import { redisErrorCode } from '../redis/availability.ts'
import { parsePresence, type Presence, presencePrefix } from '../redis/presence.ts'

const ioredis = lazyImport<typeof Ioredis>('ioredis')

/** A Redis' own figures; null where its user may not ask for them. */
export type RedisMemory = { policy: string; usedBytes: number; /** 0: as much as there is. */ mostBytes: number }

export type RedisAnswers =
  | { kind: 'failed'; why: string }
  | {
      kind: 'answered'
      /** Redis or Valkey, with its version; null where it does not say. */
      server: string | null
      memory: RedisMemory | null
      /** Why no value could be written, read and deleted; null where one could. */
      refusal: string | null
      /** Why no message could be published or subscribed to; null where both were possible. */
      silence: string | null
      /** The instances that use it right now, as far as its user may ask. */
      present: Presence[]
      /** How long the slowest step of all that took. */
      slowestMs: number
    }

/** Far longer than the site waits: an operator wants to know whether it answers at all. */
const longestWaitMs = 3000
/** So that a value is deleted even where the doctor is stopped in the middle. */
const valueMs = 10_000

/**
 * Asks a Redis what the site needs of it, and leaves nothing behind. A reason is a code: no address, no secret.
 *
 * @param url with its password: a secret
 * @param now milliseconds since 1970
 */
export async function askRedis(url: string, now: () => number): Promise<RedisAnswers> {
  const client = new (ioredis().Redis)(url, {
    protocol: 2,
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    connectTimeout: longestWaitMs,
    commandTimeout: longestWaitMs,
    retryStrategy: () => null,
  })
  let fault: string | null = null
  // A refused login or database number comes as an event only.
  client.on('error', (error: unknown) => {
    fault ??= redisErrorCode(error)
  })
  try {
    await client.connect()
    await client.ping()
    if (fault !== null) return { kind: 'failed', why: fault }
    const about = factsIn(await client.info().catch(() => ''))
    const present = await readPresent(client).catch(() => [])
    const tried = await tryEverything(client, now)
    return { kind: 'answered', server: serverIn(about), memory: memoryIn(about), present, ...tried }
  } catch (error) {
    return { kind: 'failed', why: fault ?? redisErrorCode(error) }
  } finally {
    client.disconnect()
  }
}

async function readPresent(client: Ioredis.Redis): Promise<Presence[]> {
  const keys = new Set<string>()
  let cursor = '0'
  do {
    const [next, found] = await client.scan(cursor, 'MATCH', `${presencePrefix}*`, 'COUNT', 1000)
    for (const key of found) keys.add(key)
    cursor = next
  } while (cursor !== '0')
  const texts = keys.size === 0 ? [] : await client.mget([...keys])
  return texts.flatMap((text) => parsePresence(text) ?? [])
}

async function tryEverything(client: Ioredis.Redis, now: () => number) {
  const name = `site:doctor:${randomUUID()}`
  let slowestMs = 0
  const step = async <T>(command: Promise<T>): Promise<T> => {
    const begun = now()
    const value = await command
    slowestMs = Math.max(slowestMs, now() - begun)
    return value
  }
  const refusal = await refusalOf(async () => {
    await step(client.set(name, name, 'PX', valueMs))
    const kept = (await step(client.get(name))) === name && (await step(client.del(name))) === 1
    return kept ? null : 'it is lost at once'
  })
  // Last, since a connection that subscribes may do nothing else.
  const silence = await refusalOf(async () => {
    await step(client.publish(name, ''))
    await step(client.subscribe(name))
    return null
  })
  return { refusal, silence, slowestMs }
}

async function refusalOf(attempt: () => Promise<string | null>): Promise<string | null> {
  try {
    return await attempt()
  } catch (error) {
    return redisErrorCode(error)
  }
}

/** The lines of `INFO`, each `name:value`. */
function factsIn(info: string): Map<string, string> {
  return new Map([...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]))
}

/** Valkey calls itself a Redis 7.2 as well. */
function serverIn(facts: Map<string, string>): string | null {
  const [valkey, redis] = [facts.get('valkey_version'), facts.get('redis_version')]
  return valkey ? `Valkey ${valkey}` : redis ? `Redis ${redis}` : null
}

function memoryIn(facts: Map<string, string>): RedisMemory | null {
  const [policy, used, most] = [facts.get('maxmemory_policy'), facts.get('used_memory'), facts.get('maxmemory')]
  if (policy === undefined || used === undefined || most === undefined) return null
  return { policy, usedBytes: Number(used), mostBytes: Number(most) }
}
