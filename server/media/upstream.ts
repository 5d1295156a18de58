import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { RequestInit, Response } from 'node-fetch'
import type { Fetch } from '../http/fetch.ts'
import { isPublicAddress } from '../http/public-address.ts'

/** Requests media from their host. Throws without a response, and for a redirect that is not allowed. */
export type Upstream = (address: URL, init: RequestInit) => Promise<Response>

const maxRedirects = 5
const redirects = [301, 302, 303, 307, 308]

/** @param check returns the URL to request; throws if it is not allowed */
function followRedirects(fetch: Fetch, check: (url: URL) => URL, options: RequestInit = {}): Upstream {
  return async (address, init) => {
    let next = address
    for (let count = 0; count <= maxRedirects; count += 1) {
      const url = check(next)
      const answer = await fetch(url, { ...init, ...options, redirect: 'manual' })
      const location = redirects.includes(answer.status) ? answer.headers.get('location') : null
      if (location === null) return answer
      answer.body?.on('error', () => {}).resume()
      next = new URL(location, url)
    }
    throw new Error(`more than ${maxRedirects} redirects`)
  }
}

/** Requests to Ghost's storage. Redirects may only lead to Ghost's host and `mediaHosts`. */
export function createStorageUpstream(fetch: Fetch, ghostUrl: string, mediaHosts: readonly string[]): Upstream {
  const hosts = [new URL(ghostUrl).host, ...mediaHosts]
  return followRedirects(fetch, (url) => {
    if (!hosts.includes(url.host)) throw new Error(`${url.host} is not listed in GHOST_MEDIA_HOSTS`)
    return url
  })
}

export type ExternalOptions = {
  fetch: Fetch
  lookup?: LookupFunction
  /** Whether connecting to an IP address is allowed. */
  allows?: (address: string) => boolean
  /** Keeps http URLs, rather than requesting them over https; for tests. */
  plainHttp?: boolean
}

/**
 * Requests pictures of other hosts. The lookup of the connection itself only returns public addresses, for every redirect too. So
 * a name that changes its address between check and connection (DNS rebinding) is harmless.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function createExternalUpstream(options: ExternalOptions): Upstream {
  const { fetch, lookup = dns.lookup, allows = isPublicAddress, plainHttp = false } = options
  const guarded = guardLookup(lookup, allows)
  const secure = new https.Agent({ lookup: guarded })
  const plain = new http.Agent({ lookup: guarded })

  function check(address: URL): URL {
    const url = new URL(address)
    if (url.protocol === 'http:' && !plainHttp) url.protocol = 'https:'
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${url.protocol} is not supported`)
    // An IP address as the host is not looked up, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !allows(host)) throw new Error(`${host} is not a public address`)
    return url
  }
  return followRedirects(fetch, check, { agent: ({ protocol }) => (protocol === 'https:' ? secure : plain) })
}

function guardLookup(lookup: LookupFunction, allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const answers = Array.isArray(found) ? found : []
      const allowed = answers.filter(({ address }) => allows(address))
      const [first] = allowed
      const refusal = Object.assign(new Error(`${hostname} has no public address`), { code: 'EPRIVATE' })
      if (error || first === undefined) return callback(error ?? refusal, '')
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
