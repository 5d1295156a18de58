import { createHmac, timingSafeEqual } from 'node:crypto'

/** A stored page keeps its token while it may be served, a day by default. Then the visitor needs time to write. */
const validMs = 48 * 3_600_000
/** All pages of a span have the same token, so that a page is not rendered for each visitor. */
const spanMs = 3_600_000
/** The maximum difference between the clocks of two instances. */
const skewMs = 300_000

/** The time for which a page may be served with its token. Later, visitors without script would be refused. */
export const tokenPageMs = validMs - spanMs

/**
 * The signed time in a form. It proves that the sender read the page recently.
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
