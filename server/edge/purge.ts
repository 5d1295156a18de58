import type { Response } from 'node-fetch'
import type { PurgeConfig } from '../config/config.ts'
import { withDeadline } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { engines, type PurgeCall } from './engines.ts'
import type { Tag } from './tags.ts'

/** `why`: for the log and `/readyz`; no address, no token. `retryAfterMs`: what the cache asks for. */
export type PurgeOutcome = { kind: 'purged' } | { kind: 'failed'; why: string; retryAfterMs: number | null }

export type Purge = (tags: readonly Tag[]) => Promise<PurgeOutcome>

const timeoutMs = 10_000

/** Purges all tags, in as few calls as the cache allows; the same may come again. Never rejects. */
export function createPurge({ engine, urls, token }: PurgeConfig, fetch: Fetch, now: () => number): Purge {
  const { mostTags, callFor, refusalIn } = engines[engine]

  async function sendPurge({ url, ...call }: PurgeCall): Promise<PurgeOutcome> {
    try {
      return await withDeadline(timeoutMs, async (signal) => {
        // A redirect would take the token to another host.
        const answer = await fetch(url, { ...call, redirect: 'manual', signal })
        const refusal = answer.ok ? refusalIn(await answer.text()) : `answers ${answer.status}`
        return refusal === null ? { kind: 'purged' } : { kind: 'failed', why: refusal, retryAfterMs: waitOf(answer) }
      })
    } catch (error) {
      return { kind: 'failed', why: whyOf(error), retryAfterMs: null }
    }
  }

  function waitOf({ headers }: Response): number | null {
    const seconds = parseRetryAfter(headers.get('retry-after'), headers.get('date'), now())
    return seconds === null ? null : seconds * 1000
  }

  return async (tags) => {
    for (let from = 0; from < tags.length; from += mostTags) {
      for (const url of urls) {
        const outcome = await sendPurge(callFor(tags.slice(from, from + mostTags), url, token))
        if (outcome.kind === 'failed') return outcome
      }
    }
    return { kind: 'purged' }
  }
}

/** A code of the network: messages name addresses. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'cannot be called'
  if (error.name === 'AbortError') return `does not answer within ${timeoutMs / 1000} s`
  const { code } = error as Error & { code?: unknown }
  return `cannot be called (${typeof code === 'string' ? code : error.name})`
}
