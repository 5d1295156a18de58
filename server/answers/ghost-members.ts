import type { GhostConfig } from '../config.ts'
import type { Log } from '../log.ts'
import type { Fetch } from '../posts/ghost-client.ts'
import type { Subscribe } from './newsletter.ts'

const pauseSeconds = 60

/**
 * Subscribes by Ghost's members API, as Ghost's own portal does: Ghost then sends the confirmation mail (double opt-in).
 * The answer never tells whether the address was known.
 */
export function createGhostSubscribe({ url, timeoutMs }: GhostConfig, fetch: Fetch, log: Log): Subscribe {
  return async (email, language, address) => {
    const options = { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' as const }
    try {
      const token = await fetch(`${url}/members/api/integrity-token/`, options)
      if (!token.ok) throw new Error(`Ghost's integrity token: status ${token.status}; expected 200`)
      const answer = await fetch(`${url}/members/api/send-magic-link/`, {
        ...options,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          // Ghost limits sign-ups by the left-most address here; without it all visitors would share the server's.
          'X-Forwarded-For': address,
        },
        body: JSON.stringify({
          email,
          emailType: 'subscribe',
          labels: [`site-${language}`],
          integrityToken: await token.text(),
          autoRedirect: false,
        }),
      })
      // Ghost 5 answers in text, Ghost 6 in JSON: only the status counts.
      if (answer.status === 201) return { kind: 'accepted' }
      throw new Error(`Ghost's sign-up: status ${answer.status}; expected 201`)
    } catch (error) {
      // The message of a network error holds Ghost's address, never the visitor's.
      log.error({ reason: error instanceof Error ? error.message : String(error) }, 'newsletter subscription failed')
      return { kind: 'unavailable', retryAfterSeconds: pauseSeconds }
    }
  }
}
