import { createHmac, timingSafeEqual } from 'node:crypto'

/** The CMS's own pictures, sounds, films and files have paths below this prefix. */
export const mediaPrefix = '/media'

/** Folders below the prefix: pictures of other hosts, and files of the hosts in `GHOST_MEDIA_HOSTS`. */
export type Folder = 'external' | 'stored'

/** Names the key that signs external pictures. */
export const pictureKeyPurpose = 'addresses of external pictures'

/** Limit of a signed address, in characters. */
export const maxAddress = 2048

/** This site's path for another host's picture or file: a signature and the URL itself. Null if the URL is too long. */
export function signedPath(folder: Folder, { href }: URL, { sign }: Signature): string | null {
  if (href.length > maxAddress) return null
  return `${mediaPrefix}/${folder}/${sign(href)}/${Buffer.from(href).toString('base64url')}`
}

/** 128 bits, as base64url. */
const signatureLength = 22

export type Signature = ReturnType<typeof createSignature>

/**
 * Signs addresses, so that the site fetches only what its own posts name: HMAC-SHA-256, truncated to 128 bits (RFC 2104
 * §5).
 *
 * @param key must stay the same after a restart and in every instance, because pages that were already sent have signed URLs
 */
export function createSignature(key: Buffer) {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, signatureLength)
  return {
    sign,
    /** Compares in constant time. */
    verify: (text: string, signature: string) =>
      signature.length === signatureLength &&
      timingSafeEqual(Buffer.from(sign(text)), Buffer.from(signature, 'latin1').subarray(0, signatureLength)),
  }
}
