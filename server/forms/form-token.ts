import { createHmac, timingSafeEqual } from 'node:crypto'

/** A stored page carries its token for as long as it may be served, a day by default; then the visitor takes time to write. */
const validMs = 48 * 3_600_000
/** All pages of one span carry the same token, so that a page is rendered once and not for every visitor. */
const spanMs = 3_600_000
/** Clocks of two instances may differ by so much. */
const skewMs = 300_000

/** A page may be served with its token for so long: later, visitors without script would be refused. */
export const tokenPageMs = validMs - spanMs

/**
 * The signed time that a form carries: proof that the sender has read the page, and not long ago.
 *
 * @param key 32 bytes, the same on every instance
 * @param now milliseconds since 1970
 */
export function createFormToken(key: Buffer, now: () => number) {
  const signatureOf = (time: string) => createHmac('sha256', key).update(time).digest('base64url')

  return {
    /** `<milliseconds since 1970 in base 36>.<HMAC-SHA-256>` of the beginning of the current span. */
    issue(): string {
      const time = (Math.floor(now() / spanMs) * spanMs).toString(36)
      return `${time}.${signatureOf(time)}`
    },

    isValid(token: unknown): boolean {
      if (typeof token !== 'string') return false
      const [time = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature)
      const expected = Buffer.from(signatureOf(time))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      const age = now() - Number.parseInt(time, 36)
      return age >= -skewMs && age <= validMs
    },
  }
}

export type FormToken = ReturnType<typeof createFormToken>
