import { isIP } from 'node:net'
import type { Request } from 'express'

/**
 * The visitor's IP address, without the port that some proxies append (`198.51.100.7:4001`, `[2001:db8::1]:443`). If the proxy
 * gives no address (`unknown`), the connection's own; empty if the connection is closed. Never log it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7239#section-6
 */
export function ipAddressOf({ ip, socket }: Request): string {
  const given = (ip ?? '').replace(/^([\d.]+):\d+$|^\[(.+)\](?::\d+)?$/, '$1$2')
  return isIP(given) === 0 ? (socket.remoteAddress ?? '') : given
}
