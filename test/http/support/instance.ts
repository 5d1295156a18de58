import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import type { startSite } from '../../support/start-site.ts'
import { deliverBody } from './webhook.ts'

export type Instance = Awaited<ReturnType<typeof startSite>>

/** Ghost's webhook: something has changed, at a time in milliseconds since 1970. */
export async function deliver(instance: Instance, delivery: object = {}, time = Date.now()): Promise<void> {
  const body = JSON.stringify(delivery)
  await deliverBody(instance, body, signatureHeader(body, webhookSecret, time)).expect(204)
}

/** The log's lines of this message. */
export function linesAbout(instance: Instance, message: string): string[] {
  return instance
    .logged()
    .split('\n')
    .filter((line) => line.includes(message))
}
