import type { GhostConfig } from '../config.ts'
import type { Outgoing } from '../answers/outgoing.ts'
import { withDeadline } from '../deadline.ts'
import { type Deliver, type Delivery, later } from '../outbox/delivery.ts'
import { longestPauseMs } from '../outbox/schedule.ts'
import type { Fetch } from '../posts/ghost-client.ts'
import { parseRetryAfter } from '../retry-after.ts'
import { outcomeOf } from './ghost-answer.ts'

/** Far above any answer of the members API. */
const maxBodyBytes = 64 * 1024

/** What an integrity token looks like: an instant and two hashes; an error page of a proxy does not. */
const tokenPattern = /^[\w:-]{1,512}$/

/**
 * Subscribes by Ghost's members API, as Ghost's own portal does: Ghost then sends the confirmation mail, and the visitor
 * is a member only once its link was followed (double opt-in).
 *
 * @param now milliseconds since 1970
 */
export function createGhostMembers(
  { url, timeoutMs }: Pick<GhostConfig, 'url' | 'timeoutMs'>,
  fetch: Fetch,
  now: () => number,
): Deliver {
  function ask(path: string, outer: AbortSignal, options: object = {}) {
    return withDeadline(
      timeoutMs,
      async (signal) => {
        const init = { ...options, redirect: 'manual', size: maxBodyBytes, signal } as const
        const response = await fetch(`${url}/members/api/${path}/`, init)
        // Leaving in the middle is an error of the body, which nobody may be reading any more.
        response.body?.on('error', () => {})
        const { status, headers } = response
        const asked = [headers.get('retry-after'), headers.get('date')] as const
        const retryAfterSeconds = parseRetryAfter(...asked, now(), longestPauseMs / 1000)
        return { status, text: await response.text(), retryAfterSeconds }
      },
      outer,
    )
  }

  async function subscribe(
    { email, language, address }: Extract<Outgoing, { kind: 'subscription' }>,
    signal: AbortSignal,
  ): Promise<Delivery> {
    // Valid for five minutes; asking anew each time is simpler than knowing when it ends.
    const token = await ask('integrity-token', signal)
    if (token.status !== 200) return outcomeOf(token)
    if (!tokenPattern.test(token.text)) return later('Ghost’s integrity token is not one', 'destination')
    return outcomeOf(
      await ask('send-magic-link', signal, {
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
          integrityToken: token.text,
          // Where the mail's link leads in the end. Ghost follows an address of its own alone: the proxy reads the language there.
          redirect: `${url}/?lang=${language}`,
        }),
      }),
    )
  }

  return async ({ outgoing }, signal) => {
    if (outgoing.kind !== 'subscription') return { kind: 'refused', reason: 'this is no subscription' }
    try {
      return await subscribe(outgoing, signal)
    } catch (error) {
      return later(reasonOf(error, timeoutMs), 'destination')
    }
  }
}

/** node-fetch's own message holds Ghost's address. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'Ghost could not be reached'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `Ghost did not answer within ${timeoutMs} ms`
  const code = 'code' in error ? error.code : 'type' in error ? error.type : error.name
  return `Ghost could not be reached (${String(code)})`
}
