import * as z from 'zod'
import type { GhostConfig } from '../config/config.ts'
import { withDeadline } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import { parseJson } from '../http/json.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { type Deliver, type Delivery, later, maxBackoffMs } from '../outbox/outbox.ts'
import { withoutAddresses } from './without-addresses.ts'
import { behindTls, reasonOf } from '../ghost/ghost.ts'

/** Far above any answer of the members API. */
const maxBodyBytes = 64 * 1024

/**
 * How long Ghost may take to send its mail, which it does before it answers, in milliseconds: as long as most proxies wait. A
 * client that leaves earlier and comes again has Ghost write to the visitor a second time.
 */
const minSendingMs = 60_000

function sendingMs(timeoutMs: number): number {
  return Math.max(timeoutMs, minSendingMs)
}

/** How long a subscription takes at most, if every other call may take so long. */
export function maxSubscriptionMs(timeoutMs: number): number {
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
  async function callMembers(path: string, maxMs: number, outer: AbortSignal, options: object = {}) {
    const run = async (signal: AbortSignal): Promise<MembersAnswer> => {
      const init = { headers: behindTls, ...options, redirect: 'manual', size: maxBodyBytes, signal } as const
      const response = await fetch(`${url}/members/api/${path}/`, init)
      // Leaving in the middle is an error of the body, which may have no reader any more.
      response.body?.on('error', () => {})
      const { status, headers } = response
      const [retryAfter, date] = [headers.get('retry-after'), headers.get('date')]
      const retryAfterSeconds = parseRetryAfter(retryAfter, date, now(), maxBackoffMs / 1000)
      const text = await response.text().catch((error: unknown) => {
        // The subscription is done; the rest of the answer does not matter.
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
    if (submission.kind !== 'subscription') return { kind: 'refused', reason: 'this is no subscription' }
    const { email, language, address } = submission
    // Valid for five minutes; asking anew each time needs no expiry.
    const token = await callMembers('integrity-token', timeoutMs, signal)
    if (token.kind === 'failed') return later(token.why, 'destination')
    if (token.answer.status >= 300) return outcomeOfAnswer(token.answer)
    if (!tokenPattern.test(token.answer.text)) return later('Ghost’s integrity token is not one', 'destination')
    const sent = await callMembers('send-magic-link', sendingMs(timeoutMs), signal, {
      method: 'POST',
      headers: {
        ...behindTls,
        'Content-Type': 'application/json',
        // Ghost limits sign-ups by the left-most address here; without it all visitors would share the server's.
        ...(address === '' ? {} : { 'X-Forwarded-For': address }),
      },
      body: JSON.stringify({
        email,
        emailType: 'subscribe',
        labels: [`site-${language}`],
        integrityToken: token.answer.text,
        // The mail's link leads there in the end. Ghost follows an address of its own alone: the proxy reads the language there.
        redirect: `${url}/?lang=${language}`,
      }),
    })
    if (sent.kind === 'failed') return { kind: 'unanswered', reason: `${sent.why}; its mail may have gone` }
    // The proxy has given up; Ghost goes on.
    if (sent.answer.status === 504)
      return { kind: 'unanswered', reason: 'Ghost’s proxy did not wait for it; its mail may have gone' }
    return outcomeOfAnswer(sent.answer)
  }
}

const refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** Ghost's own limit for one visitor's sign-ups starts anew after so long, in seconds. */
const ghostWindowSeconds = 600

/** Ghost's words (5 and 6) for a token that it does not take, e.g. after a restart. */
const staleToken = 'The request could not be understood.'

/** Ghost's words if "Membership access" admits no one, or only paying members. */
const closed = /invite-only|only accepts paid members/

/** `text`: the body. */
type MembersAnswer = { status: number; text: string; retryAfterSeconds: number | null }

/**
 * The outcome of a subscription by the answer of Ghost's members API. Ghost 5 and 6 answer differently, so of a success only
 * the status counts.
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
  if (message === staleToken) return later('Ghost did not take its own integrity token', 'message')
  // While it starts, Ghost answers 404, or 503 with a page; a proxy in front of a Ghost that is down answers 502.
  return later(`Ghost answered with status ${status}; expected 201`, 'destination', retryAfterSeconds)
}

/** The first error's message; null if the body is not one of Ghost's errors. */
function messageIn(text: string): string | null {
  return refusal.safeParse(parseJson(text)).data?.errors[0]?.message ?? null
}
