import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The visitor's network address, without the port that some proxies write beside it (`198.51.100.7:4001`,
 * `[2001:db8::1]:443`). Where a proxy gives none (`unknown`), the one that the connection comes from; empty where that is
 * closed already. Never for a log.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7239#section-6
 */
export function ipAddressOf({ ip, socket }: Request): string {
  const given = (ip ?? '').replace(/^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2')
  return isIP(given) === 0 ? (socket.remoteAddress ?? '') : given
}
