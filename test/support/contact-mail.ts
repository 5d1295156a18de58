import type { i18n } from 'i18next'
import { expect } from 'vitest'
import fetch from 'node-fetch'
import { parseConfig } from '../../server/config/config.ts'
import { createRoutes } from '../../server/delivery/routes.ts'
import type { Delivery } from '../../server/outbox/delivery.ts'
import type { Message } from '../../server/outbox/message.ts'
import { createRecipients } from '../../server/delivery/recipients.ts'
import { createTexts } from '../../server/http/texts.ts'

const texts: i18n = createTexts((message) => expect.unreachable(message))

function contactMessage(outgoing: Message['outgoing']): Message {
  return { id: '20261120T161012345Z-3f9a2c1b7d10', receivedAt: '2026-11-20T16:10:12.345Z', outgoing }
}

/** Sends a message by mail as a site with these variables would. */
export function sendBy(url: string, env: Record<string, string> = {}) {
  const parsed = parseConfig({ SMTP_URL: url, CONTACT_TO: 'info@nordet.example', ...env })
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join('\n'))
  const takeRecipient = createRecipients(Buffer.alloc(32), { countsOf: () => undefined }, Date.now)
  const routes = createRoutes(parsed.config, texts, fetch, Date.now, takeRecipient)
  return (
    step: 'contact' | 'acknowledgement',
    outgoing: Message['outgoing'],
    signal: AbortSignal = AbortSignal.timeout(10_000),
  ): Promise<Delivery> => {
    const route = routes[step]
    if (route === null) throw new Error(`there is no way for a ${step}`)
    return route.deliver(contactMessage(outgoing), signal)
  }
}
