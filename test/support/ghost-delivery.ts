import { createHmac } from 'node:crypto'

export const webhookSecret = 'un-secret-de-test'

/** Ghost's `X-Ghost-Signature` of a body, as Ghost 5 and 6 make it. */
export function signatureHeader(body: string | Buffer, secret: string, milliseconds: number): string {
  const hash = createHmac('sha256', secret).update(body).update(String(milliseconds)).digest('hex')
  return `sha256=${hash}, t=${milliseconds}`
}
