import request from 'supertest'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { startSite } from '../../support/start-site.ts'

export const noon = Date.parse('2026-11-20T12:00:00Z')

export type Site = Awaited<ReturnType<typeof startSite>>

/** A site with a webhook and a stopped clock, so that no list is read again because of its age. */
export function startSiteWithWebhook(env: Record<string, string>) {
  return startSite({ ...env, GHOST_WEBHOOK_SECRET: webhookSecret }, () => noon)
}

export function deliver(site: Site, delivery: object, headers: Record<string, string> = {}) {
  return deliverBody(site, JSON.stringify(delivery)).set(headers)
}

/** Posts a body to the webhook; signed by default. */
export function deliverBody({ app }: Site, body: string, signature = signatureHeader(body, webhookSecret, noon)) {
  const headers = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  return request(app).post('/webhooks/ghost').set(headers).send(body)
}

export const siteChanged = { event: 'site.changed' }
