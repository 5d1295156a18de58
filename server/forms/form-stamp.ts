import { createHmac, timingSafeEqual } from 'node:crypto'
import { rememberedMs } from '../outbox/turns.ts'

/** A stored page carries its stamp for as long as it may be served, a day by default; then whoever reads it writes. */
const stampValidMs = rememberedMs
/** All pages of one such span carry the same stamp, so that a page is rendered once and not for every visitor. */
const spanMs = 3_600_000
/** Clocks of two instances may differ by so much. */
const skewMs = 300_000

/** For so long a page may be given with the stamp that it was made with: later, visitors without script would be refused. */
export const stampedPageMs = stampValidMs - spanMs

/**
 * The signed time that a form carries: whoever posts it has read the page, and not long ago.
 *
 * @param key 32 bytes, the same on every instance
 * @param now milliseconds since 1970
 */
export function createFormStamp(key: Buffer, now: () => number) {
  const signatureOf = (time: string) => createHmac('sha256', key).update(time).digest('base64url')

  return {
    /** `<milliseconds since 1970 in base 36>.<HMAC-SHA-256>` of the span that has begun. */
    issue(): string {
      const time = Math.floor(now() / spanMs) * spanMs
      return `${time.toString(36)}.${signatureOf(time.toString(36))}`
    },

    isValid(stamp: unknown): boolean {
      if (typeof stamp !== 'string') return false
      const [time = '', signature = ''] = stamp.split('.')
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(time))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      const age = now() - Number.parseInt(time, 36)
      return age >= -skewMs && age <= stampValidMs
    },
  }
}

export type FormStamp = ReturnType<typeof createFormStamp>
