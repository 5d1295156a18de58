import { hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

/** A key for one purpose, 32 bytes; the same on every instance that has the same secret. */
export type KeyFor = (purpose: string) => Buffer

/**
 * Keys for signatures, by HKDF (RFC 5869): from `SITE_SECRET`, else from the key of Ghost that all instances share,
 * else from random bytes; forms that are open at a restart then have to be sent again.
 */
export function createKeys({ siteSecret, source }: Pick<Config, 'siteSecret' | 'source'>): KeyFor {
  const secret = siteSecret ?? (source.kind === 'ghost' ? source.key : randomBytes(32))
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
