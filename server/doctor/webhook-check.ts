import type { Fetch } from '../http/fetch.ts'
import { sign } from '../webhook/signature.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Names no post: the site accepts it and refreshes nothing. */
const delivery = '{"member":{}}'

const timeoutMs = 5000

/** The status with which the running site answers a signed delivery; null where it cannot be reached from here. */
export async function tryDelivery(target: string, secret: string, fetch: Fetch, now: number): Promise<number | null> {
  const hash = sign(secret, delivery, String(now)).toString('hex')
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Ghost-Signature': `sha256=${hash}, t=${now}` },
      body: delivery,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer.body?.on('error', () => {}).resume()
    return answer.status
  } catch {
    return null
  }
}

const secretName = 'GHOST_WEBHOOK_SECRET'

/** @param status of the delivery that was tried; undefined where there is no secret to sign it with */
export function checkWebhook(target: string, status: number | null | undefined, ttlSeconds: number): Finding {
  switch (status) {
    case undefined: {
      const late = `cached posts hide what changes in Ghost for up to ${ttlSeconds} s, and from the first visitor after that`
      return warning(secretName, `is not set: ${late}. Set it, and in Ghost a webhook to ${target}`)
    }
    case null:
      return warning(secretName, `${target} cannot be reached from here. Start the site, then ask again`)
    case 204:
      // Ghost shows its webhooks to no integration (403, or 501 in Ghost 5).
      return ok(
        secretName,
        `${target} takes what is signed with it. Whether Ghost sends anything, only you can see: Ghost Admin, Settings, ` +
          'Integrations, a webhook with the event "Site changed", this address and the same secret',
      )
    default:
      return problem(
        secretName,
        `${target} answers a signed delivery with ${status}; expected 204. ${remedyOf(status)}`,
      )
  }
}

function remedyOf(status: number): string {
  if (status === 401) return 'The running site has another secret: start it anew with this one'
  if (status === 404)
    return 'The running site has no secret: start it anew with this one; or SITE_URL is not its address'
  return 'Check SITE_URL, and what stands in front of the site'
}
