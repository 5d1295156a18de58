import { createHmac } from 'node:crypto'

export const webhookSecret = 'un-secret-de-mesure'

/** Sends a site the webhook `site.changed`, signed with `webhookSecret`, as Ghost does. */
export async function deliverChange(url) {
  const body = '{"event":"site.changed"}'
  const time = Date.now()
  const signature = `sha256=${createHmac('sha256', webhookSecret).update(`${body}${time}`).digest('hex')}, t=${time}`
  const headers = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  const { status } = await fetch(`${url}/webhooks/ghost`, { method: 'POST', headers, body })
  if (status !== 204) throw new Error(`the webhook answered ${status}; expected 204`)
}
