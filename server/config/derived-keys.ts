import { hkdfSync, randomBytes } from 'node:crypto'

/** A key of 32 bytes for a purpose. Instances with the same secret have the same keys. */
export type KeyFor = (purpose: string) => Buffer

type SecretSources = { siteSecret: string | null; source: { kind: string; key?: string } }

/**
 * Keys for signatures, by HKDF (RFC 5869). They derive from `SITE_SECRET`, otherwise from Ghost's key, which all instances
 * share, otherwise from random bytes. Forms that are open during a restart must then be sent again.
 */
export function createKeys({ siteSecret, source }: SecretSources): KeyFor {
  const secret = siteSecret ?? source.key ?? randomBytes(32)
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
