import { createHmac, timingSafeEqual } from 'node:crypto'

/** Ghost's `X-Ghost-Signature`: `sha256=<64 hex digits>, t=<milliseconds since 1970>`. */
export type WebhookSignature = {
  hash: Buffer
  /** The exact text of `t`, which is signed too. */
  timestamp: string
}

/** The maximum difference between Ghost's clock and ours. */
const toleranceMs = 5 * 60 * 1000

/** @returns null if the header is missing or invalid */
export function parseSignature(header: string | undefined): WebhookSignature | null {
  const [, hex, timestamp] = /^sha256=([0-9a-f]{64}), ?t=(\d{1,15})$/.exec(header ?? '') ?? []
  return hex === undefined || timestamp === undefined ? null : { hash: Buffer.from(hex, 'hex'), timestamp }
}

/** @param now milliseconds since 1970 */
export function isRecent({ timestamp }: WebhookSignature, now: number): boolean {
  return Math.abs(now - Number(timestamp)) <= toleranceMs
}

/** HMAC-SHA-256 over the raw body followed by the timestamp's text (TryGhost/Ghost#20500; the same in Ghost 5 and 6). */
export function sign(secret: string, body: Buffer | string, timestamp: string): Buffer {
  return createHmac('sha256', secret).update(body).update(timestamp).digest()
}

/** Whether the secret's owner has signed these bytes; compared in constant time. */
export function isSignedWith(secret: string, { hash, timestamp }: WebhookSignature, body: Buffer): boolean {
  return timingSafeEqual(hash, sign(secret, body, timestamp))
}
