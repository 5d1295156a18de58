import type { GhostConfig } from '../config/config.ts'
import { withDeadline } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import { type Deliver, type Delivery, later } from '../outbox/delivery.ts'
import type { Subscription } from '../outbox/message.ts'
import { longestBackoffMs } from '../outbox/schedule.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { reasonOf } from '../posts/ghost/error.ts'
import { type MembersAnswer, outcomeOfAnswer } from './ghost-answer.ts'

/** Far above any answer of the members API. */
const maxBodyBytes = 64 * 1024

/**
 * How long Ghost may take to send its mail, which it does before it answers, in milliseconds: as long as most proxies wait. A
 * client that leaves earlier and comes again has Ghost write to the visitor a second time.
 */
const leastSendingMs = 60_000

function sendingMs(timeoutMs: number): number {
  return Math.max(timeoutMs, leastSendingMs)
}

/** How long a subscription takes at most, if every other call may take so long. */
export function longestSubscriptionMs(timeoutMs: number): number {
  return timeoutMs + sendingMs(timeoutMs)
}

/** An integrity token, an instant and two hashes; an error page of a proxy does not match. */
const tokenPattern = /^[\w:-]{1,512}$/

/**
 * Subscribes by Ghost's members API, as Ghost's own portal does: Ghost then sends the confirmation mail, and the visitor
 * is a member only once its link was followed (double opt-in).
 *
 * @param timeoutMs for every call but the one in which Ghost sends that mail
 * @param now milliseconds since 1970
 */
export function createGhostMembers(
  { url, timeoutMs }: Pick<GhostConfig, 'url' | 'timeoutMs'>,
  fetch: Fetch,
  now: () => number,
): Deliver {
  /** @returns Ghost's answer, or why there is none */
  async function ask(path: string, longestMs: number, outer: AbortSignal, options: object = {}) {
    const run = async (signal: AbortSignal): Promise<MembersAnswer> => {
      const init = { ...options, redirect: 'manual', size: maxBodyBytes, signal } as const
      const response = await fetch(`${url}/members/api/${path}/`, init)
      // Leaving in the middle is an error of the body, which may have no reader any more.
      response.body?.on('error', () => {})
      const { status, headers } = response
      const asked = [headers.get('retry-after'), headers.get('date')] as const
      const retryAfterSeconds = parseRetryAfter(...asked, now(), longestBackoffMs / 1000)
      const text = await response.text().catch((error: unknown) => {
        // The subscription is done; the rest of the answer does not matter.
        if (status === 201) return ''
        throw error
      })
      return { status, text, retryAfterSeconds }
    }
    try {
      return { kind: 'said', said: await withDeadline(longestMs, run, outer) } as const
    } catch (error) {
      return { kind: 'silence', why: reasonOf(error, longestMs, 'reached') } as const
    }
  }

  async function subscribe({ email, language, address }: Subscription, signal: AbortSignal): Promise<Delivery> {
    // Valid for five minutes; asking anew each time needs no expiry.
    const token = await ask('integrity-token', timeoutMs, signal)
    if (token.kind === 'silence') return later(token.why, 'destination')
    if (token.said.status >= 300) return outcomeOfAnswer(token.said)
    if (!tokenPattern.test(token.said.text)) return later('Ghost’s integrity token is not one', 'destination')
    const answer = await ask('send-magic-link', sendingMs(timeoutMs), signal, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // Ghost limits sign-ups by the left-most address here; without it all visitors would share the server's.
        ...(address === '' ? {} : { 'X-Forwarded-For': address }),
      },
      body: JSON.stringify({
        email,
        emailType: 'subscribe',
        labels: [`site-${language}`],
        integrityToken: token.said.text,
        // Where the mail's link leads in the end. Ghost follows an address of its own alone: the proxy reads the language there.
        redirect: `${url}/?lang=${language}`,
      }),
    })
    if (answer.kind === 'silence') return { kind: 'unanswered', reason: `${answer.why}; its mail may have gone` }
    // The proxy has given up; Ghost goes on.
    if (answer.said.status === 504)
      return { kind: 'unanswered', reason: 'Ghost’s proxy did not wait for it; its mail may have gone' }
    return outcomeOfAnswer(answer.said)
  }

  return async ({ submission }, signal) => {
    if (submission.kind !== 'subscription') return { kind: 'refused', reason: 'this is no subscription' }
    return subscribe(submission, signal)
  }
}
