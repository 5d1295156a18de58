import * as z from 'zod'
import type { GhostConfig } from '../config/config.ts'
import { withDeadline } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import { parseJson } from '../http/json.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { type Deliver, type Delivery, later, maxBackoffMs } from '../outbox/outbox.ts'
import { withoutAddresses } from './without-addresses.ts'
import { behindTls, reasonOf } from '../ghost/ghost.ts'

/** The maximum size of an answer, far above any of the members API. */
const maxBodyBytes = 64 * 1024

/**
 * The minimum timeout, in milliseconds, of the call in which Ghost sends its mail. Most proxies wait as long. If a client gives
 * up earlier and tries again, Ghost sends a second mail.
 */
const minSendingMs = 60_000

function sendingMs(timeoutMs: number): number {
  return Math.max(timeoutMs, minSendingMs)
}

/** The maximum duration of a subscription, given the timeout of each other call, in milliseconds. */
export function maxSubscriptionMs(timeoutMs: number): number {
  return timeoutMs + sendingMs(timeoutMs)
}

/** An integrity token: a timestamp and two hashes. An error page of a proxy does not match. */
const tokenPattern = /^[\w:-]{1,512}$/

/**
 * Subscribes through Ghost's members API, as Ghost's portal does. Ghost sends a confirmation mail, and the visitor becomes a
 * member by following its link (double opt-in).
 *
 * @param timeoutMs for each call except the one in which Ghost sends the mail
 * @param now milliseconds since 1970
 */
export function createGhostMembers(
  { url, timeoutMs }: Pick<GhostConfig, 'url' | 'timeoutMs'>,
  fetch: Fetch,
  now: () => number,
): Deliver {
  /** @returns Ghost's answer, or the reason why it is missing */
  async function callMembers(path: string, maxMs: number, outer: AbortSignal, options: object = {}) {
    const run = async (signal: AbortSignal): Promise<MembersAnswer> => {
      const init = { headers: behindTls, ...options, redirect: 'manual', size: maxBodyBytes, signal } as const
      const response = await fetch(`${url}/members/api/${path}/`, init)
      // If the call is aborted, the body emits an error. Nothing may be listening for it any more.
      response.body?.on('error', () => {})
      const { status, headers } = response
      const [retryAfter, date] = [headers.get('retry-after'), headers.get('date')]
      const retryAfterSeconds = parseRetryAfter(retryAfter, date, now(), maxBackoffMs / 1000)
      const text = await response.text().catch((error: unknown) => {
        // The subscription is complete, so the rest of the answer does not matter.
        if (status === 201) return ''
        throw error
      })
      return { status, text, retryAfterSeconds }
    }
    try {
      return { kind: 'answered', answer: await withDeadline(maxMs, run, outer) } as const
    } catch (error) {
      return { kind: 'failed', why: reasonOf(error, maxMs, 'reached') } as const
    }
  }

  return async ({ submission }, signal) => {
    if (submission.kind !== 'subscription') return { kind: 'refused', reason: 'not a subscription' }
    const { email, language, address } = submission
    // Tokens are valid for five minutes. A new one for each call needs no expiry.
    const token = await callMembers('integrity-token', timeoutMs, signal)
    if (token.kind === 'failed') return later(token.why, 'destination')
    if (token.answer.status >= 300) return outcomeOfAnswer(token.answer)
    if (!tokenPattern.test(token.answer.text)) return later('Ghost sent an invalid integrity token', 'destination')
    const sent = await callMembers('send-magic-link', sendingMs(timeoutMs), signal, {
      method: 'POST',
      headers: {
        ...behindTls,
        'Content-Type': 'application/json',
        // Ghost limits sign-ups by the left-most address. Without it, all visitors would share the server's limit.
        ...(address === '' ? {} : { 'X-Forwarded-For': address }),
      },
      body: JSON.stringify({
        email,
        emailType: 'subscribe',
        labels: [`site-${language}`],
        integrityToken: token.answer.text,
        // The mail's link ends there. Ghost only accepts its own addresses, and the proxy reads the language from it.
        redirect: `${url}/?lang=${language}`,
      }),
    })
    if (sent.kind === 'failed') return { kind: 'unanswered', reason: `${sent.why}; Ghost may have sent the mail` }
    // The proxy timed out, but Ghost continues.
    if (sent.answer.status === 504)
      return { kind: 'unanswered', reason: 'Ghost’s proxy timed out; Ghost may have sent the mail' }
    return outcomeOfAnswer(sent.answer)
  }
}

const refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** The window of Ghost's limit of sign-ups per visitor, in seconds. */
const ghostWindowSeconds = 600

/** The message of Ghost 5 and 6 for a token that it rejects, for example after a restart. */
const staleToken = 'The request could not be understood.'

/** Ghost's messages if "Membership access" allows no sign-ups, or only paying members. */
const closed = /invite-only|only accepts paid members/

/** `text`: the body. */
type MembersAnswer = { status: number; text: string; retryAfterSeconds: number | null }

/**
 * The outcome of a subscription, from the answer of Ghost's members API. Ghost 5 and 6 answer differently, so only the status
 * of a success counts.
 */
export function outcomeOfAnswer({ status, text, retryAfterSeconds }: MembersAnswer): Delivery {
  if (status === 201) return { kind: 'delivered' }
  const message = messageIn(text)
  if (status === 429) {
    // Ghost limits each visitor's address and sends no Retry-After; a proxy that sends one limits this server.
    return retryAfterSeconds === null
      ? later('Ghost takes no more sign-ups from this visitor for now', 'message', ghostWindowSeconds)
      : later('Ghost’s proxy asks for fewer calls', 'destination', retryAfterSeconds)
  }
  if ((status === 400 || status === 422) && message !== staleToken && (message !== null || text === 'Bad Request.')) {
    if (message === null) return { kind: 'refused', reason: 'Ghost’s mail server refuses the address' }
    const hint = closed.test(message)
      ? ' Let anyone sign up in Ghost’s settings (Membership, Access), then retry this message.'
      : ''
    return { kind: 'refused', reason: `Ghost refuses the subscription: ${withoutAddresses(message)}${hint}` }
  }
  if (message === staleToken) return later('Ghost rejected its own integrity token', 'message')
  // While it starts, Ghost answers 404, or 503 with a page; a proxy in front of a Ghost that is down answers 502.
  return later(`Ghost answered with status ${status}; expected 201`, 'destination', retryAfterSeconds)
}

/** The first error's message; null if the body is not one of Ghost's errors. */
function messageIn(text: string): string | null {
  return refusal.safeParse(parseJson(text)).data?.errors[0]?.message ?? null
}
