import { randomUUID } from 'node:crypto'
import type * as Ioredis from 'ioredis'
import { lazyImport } from '../runtime/lazy-import.ts'
import { redisErrorCode } from '../redis/error-code.ts'

const ioredis = lazyImport<typeof Ioredis>('ioredis')

/** Far longer than the site waits: an operator wants to know whether it answers at all. */
const longestWaitMs = 3000
/** Deletes a value even where the doctor is stopped in the middle. */
const valueMs = 10_000

/**
 * Asks a Redis what the site needs of it, and leaves nothing behind. A reason is a code: no address, no secret.
 *
 * @param url with its password: a secret
 * @param now milliseconds since 1970
 */
export async function askRedis(url: string, now: () => number) {
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
    if (fault !== null) return { kind: 'failed', why: fault } as const
    return { kind: 'answered', ...(await tryEverything(client, now)) } as const
  } catch (error) {
    return { kind: 'failed', why: fault ?? redisErrorCode(error) } as const
  } finally {
    client.disconnect()
  }
}

export type RedisAnswers = Awaited<ReturnType<typeof askRedis>>

/** @returns why no value and no message is taken, null where they are, and how long the slowest step took */
async function tryEverything(client: Ioredis.Redis, now: () => number) {
  const name = `site:doctor:${randomUUID()}`
  let slowestMs = 0
  const step = async <T>(command: Promise<T>): Promise<T> => {
    const begun = now()
    const value = await command
    slowestMs = Math.max(slowestMs, now() - begun)
    return value
  }
  const refusal = await refusalOfRedis(async () => {
    await step(client.set(name, name, 'PX', valueMs))
    const kept = (await step(client.get(name))) === name && (await step(client.del(name))) === 1
    return kept ? null : 'it is lost at once'
  })
  // Last, since a connection that subscribes may do nothing else.
  const silence = await refusalOfRedis(async () => {
    await step(client.publish(name, ''))
    await step(client.subscribe(name))
    return null
  })
  return { refusal, silence, slowestMs }
}

async function refusalOfRedis(attempt: () => Promise<string | null>): Promise<string | null> {
  try {
    return await attempt()
  } catch (error) {
    return redisErrorCode(error)
  }
}
