import request from 'supertest'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { startSite } from '../../support/start-site.ts'

export const noon = Date.parse('2026-11-20T12:00:00Z')

export type Site = Awaited<ReturnType<typeof startSite>>

/** A site with a webhook and a stopped clock, so that no list is read again because of its age. */
export function startSiteWithWebhook(env: Record<string, string>) {
  return startSite({ ...env, GHOST_WEBHOOK_SECRET: webhookSecret }, () => noon)
}

/** Posts a delivery to the webhook; signed, unless the headers have another signature. */
export function deliver({ app }: Site, delivery: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify(delivery)
  const signed = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signatureHeader(body, webhookSecret, noon) }
  return request(app)
    .post('/webhooks/ghost')
    .set({ ...signed, ...headers })
    .send(body)
}

export const siteChanged = { event: 'site.changed' }
