import type { i18n } from 'i18next'
import { expect } from 'vitest'
import fetch from 'node-fetch'
import { createDeliveryRoutes } from '../../server/delivery/delivery.ts'
import type { Delivery } from '../../server/outbox/delivery.ts'
import type { Message } from '../../server/outbox/message.ts'
import { createRecipientLimit } from '../../server/forms/limits.ts'
import { createTexts } from '../../server/i18n/texts.ts'
import { createLog, type Log } from '../../server/runtime/log.ts'
import { configOf } from './config-of.ts'

const texts: i18n = createTexts((message) => expect.unreachable(message))

const received = { id: '20261120T161012345Z-3f9a2c1b7d10', receivedAt: '2026-11-20T16:10:12.345Z' }

/** Sends a message by mail, as a site with these variables does. */
export function sendBy(url: string, env: Record<string, string> = {}, log: Pick<Log, 'warn'> = createLog('silent')) {
  const config = configOf({ SMTP_URL: url, CONTACT_TO: 'info@site.example', ...env })
  const consumeRecipient = createRecipientLimit(Date.now)
  const routes = createDeliveryRoutes(config, texts, fetch, Date.now, consumeRecipient, log)
  return (
    step: 'contact' | 'acknowledgement',
    submission: Message['submission'],
    signal: AbortSignal = AbortSignal.timeout(10_000),
  ): Promise<Delivery> => {
    const route = routes[step]
    if (route === null) throw new Error(`there is no way for a ${step}`)
    return route.deliver({ ...received, submission }, signal)
  }
}
