import * as z from 'zod'
import { parseJson } from '../http/json.ts'
import { type Delivery, later, withoutAddresses } from '../outbox/delivery.ts'

const refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** Ghost's own limit for one visitor's sign-ups starts anew after so long, in seconds. */
const ghostWindowSeconds = 600

/** Ghost's words (5 and 6) for a token that it does not take, e.g. after a restart. */
const staleToken = 'The request could not be understood.'

/** Ghost's words if "Membership access" admits no one, or only paying members. */
const closed = /invite-only|only accepts paid members/

/** `text`: the body. */
export type MembersAnswer = { status: number; text: string; retryAfterSeconds: number | null }

/**
 * The outcome of a subscription by the answer of Ghost's members API. Ghost 5 and 6 answer differently, so of a success only
 * the status counts.
 */
export function outcomeOfAnswer({ status, text, retryAfterSeconds }: MembersAnswer): Delivery {
  if (status === 201) return { kind: 'delivered' }
  const said = messageIn(text)
  if (status === 429) {
    // Ghost limits each visitor's address and sends no Retry-After; a proxy that sends one limits this server.
    return retryAfterSeconds === null
      ? later('Ghost takes no more sign-ups from this visitor for now', 'message', ghostWindowSeconds)
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

/** The first error's message; null if the body is not one of Ghost's errors. */
function messageIn(text: string): string | null {
  return refusal.safeParse(parseJson(text)).data?.errors[0]?.message ?? null
}
