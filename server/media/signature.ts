import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** 128 bits, as base64url. */
const signatureLength = 22

export type Signature = ReturnType<typeof createSignature>

/**
 * Signs addresses, so that the site fetches only what its own posts name: HMAC-SHA-256, truncated to 128 bits (RFC 2104
 * §5). The key is derived from a secret that serves another purpose too (HKDF, RFC 5869), hence the same after a restart
 * and in every instance.
 */
export function createSignature(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'addresses of external pictures, 1', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, signatureLength)
  return {
    sign,
    /** Takes the same time wherever the two differ. */
    verify: (text: string, signature: string) =>
      signature.length === signatureLength &&
      timingSafeEqual(Buffer.from(sign(text)), Buffer.from(signature, 'latin1').subarray(0, signatureLength)),
  }
}
