import * as z from 'zod'
import { type Delivery, later, withoutAddresses } from '../outbox/delivery.ts'

const refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** Ghost's own count of one visitor's sign-ups starts again after so long, in seconds. */
const ghostsPauseSeconds = 600

/** Ghost's words (5 and 6) for a token that it does not take, e.g. because it was started anew meanwhile. */
const staleToken = 'The request could not be understood.'

/** Ghost's words where "Membership access" admits nobody, or only those who pay. */
const closed = /invite-only|only accepts paid members/

/** What was said; `text`: the body. */
export type GhostSaid = { status: number; text: string; retryAfterSeconds: number | null }

/**
 * What an answer of Ghost's members API means for a subscription.
 *
 * @param said Ghost 5 and 6 answer differently, so that of a success only the status counts
 */
export function outcomeOf({ status, text, retryAfterSeconds }: GhostSaid): Delivery {
  if (status === 201) return { kind: 'delivered' }
  const said = messageIn(text)
  if (status === 429) {
    // Ghost counts each visitor's address by itself and sends no Retry-After; a proxy that does counts this server.
    return retryAfterSeconds === null
      ? later('Ghost takes no more sign-ups from this visitor for now', 'message', ghostsPauseSeconds)
      : later('Ghost’s proxy asks for fewer calls', 'destination', retryAfterSeconds)
  }
  if ((status === 400 || status === 422) && said !== staleToken && (said !== null || text === 'Bad Request.')) {
    if (said === null) return { kind: 'refused', reason: 'Ghost’s mail server refuses the address' }
    const hint = closed.test(said)
      ? ' Let anyone sign up in Ghost’s settings (Membership, Access), then retry this message.'
      : ''
    return { kind: 'refused', reason: `Ghost refuses the subscription: ${withoutAddresses(said)}${hint}` }
  }
  if (said === staleToken) return later('Ghost did not take its own integrity token', 'message')
  // While it starts, Ghost answers 404, or 503 with a page; a proxy in front of a Ghost that is down answers 502.
  return later(`Ghost answered with status ${status}; expected 201`, 'destination', retryAfterSeconds)
}

/** The first error's message; null where the body is not one of Ghost's errors. */
function messageIn(text: string): string | null {
  try {
    return refusal.safeParse(JSON.parse(text)).data?.errors[0]?.message ?? null
  } catch {
    return null
  }
}
