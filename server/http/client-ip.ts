import { isIP } from 'node:net'
import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'

/**
 * The visitor's network address, without the port that some proxies write beside it (`198.51.100.7:4001`,
 * `[2001:db8::1]:443`). Where a proxy gives none (`unknown`), the one that the connection comes from; empty where that is
 * closed already. Never for a log.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7239#section-6
 */
export function ipAddressOf({ ip, socket }: Request): string {
  const told = (ip ?? '').replace(/^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2')
  return isIP(told) === 0 ? (socket.remoteAddress ?? '') : told
}

/**
 * What the visitor's address counts as in a rate: an IPv4 address as itself; of an IPv6 address only the beginning, since a
 * subscriber has the 2^64 addresses beside it, and often all networks of a /48.
 *
 * @see RFC 6177
 */
export function networkOf(req: Request, ipv6Bits: 48 | 64): string {
  return ipKeyGenerator(ipAddressOf(req), ipv6Bits)
}
