import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Response } from 'node-fetch'
import { withDeadline } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import { mostOriginalBytes, type Original, receiveOriginal } from './original.ts'
import { isPublicAddress } from './public-address.ts'

/** The outcome of asking for a picture; `silent`: no answer in time. The caller closes the original. `reason` is for the log. */
export type Fetched =
  { kind: 'original'; original: Original } | { kind: 'missing' } | { kind: 'failed' | 'silent'; reason: string }

export type PictureSource = (address: URL) => Promise<Fetched>

const mostRedirects = 3
/** A picture of another host may take so long, from the first name looked up to the last byte, in milliseconds. */
const externalTimeoutMs = 10_000

/**
 * Ghost's storage: wherever the operator has put it, but nowhere it redirects to.
 *
 * @param folders where originals may lie while they are made into pictures
 */
export function createStorageSource(fetch: Fetch, timeoutMs: number, folders: readonly string[]): PictureSource {
  return (address) =>
    readInTime(timeoutMs, async (signal) => readBody(await fetch(address, { ...request, signal }), folders))
}

export type ExternalOptions = {
  fetch: Fetch
  folders: readonly string[]
  lookup?: LookupFunction
  /** Which IP addresses may be connected to. */
  allows?: (address: string) => boolean
  /** Plain http is asked over https instead, unless this says otherwise; it is for tests. */
  plainHttp?: boolean
  timeoutMs?: number
}

/**
 * Pictures of other hosts. A host's name is looked up by the connection itself, which then connects to an address that has
 * just been found public and to no other; so does every redirect. A name that changes its mind in between (DNS rebinding)
 * gains nothing.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function createExternalSource({
  fetch,
  folders,
  lookup = dns.lookup,
  allows = isPublicAddress,
  plainHttp = false,
  timeoutMs = externalTimeoutMs,
}: ExternalOptions): PictureSource {
  const guarded = guardLookup(lookup, allows)
  const secure = new https.Agent({ lookup: guarded })
  const plain = new http.Agent({ lookup: guarded })

  return (address) =>
    readInTime(timeoutMs, async (signal) => {
      let next = address
      for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
        const url = new URL(next)
        if (url.protocol === 'http:' && !plainHttp) url.protocol = 'https:'
        if (url.protocol !== 'https:' && url.protocol !== 'http:') return failed(`${url.protocol} is not asked`)
        // A host that is spelled as an IP address is never looked up.
        const host = url.hostname.replace(/^\[|\]$/g, '')
        if (isIP(host) !== 0 && !allows(host)) return failed(`${host} is not a public address`)
        const answer = await fetch(url, { ...request, signal, agent: url.protocol === 'https:' ? secure : plain })
        const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
        if (location === null || !URL.canParse(location, url)) return readBody(answer, folders)
        leave(answer)
        next = new URL(location, url)
      }
      return failed(`more than ${mostRedirects} redirects`)
    })
}

const request = { headers: { Accept: 'image/*' }, redirect: 'manual' } as const

function guardLookup(lookup: LookupFunction, allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const answers = Array.isArray(found) ? found : []
      const allowed = answers.filter(({ address }) => allows(address))
      const [first] = allowed
      if (error || first === undefined) {
        return callback(
          error ?? Object.assign(new Error(`${hostname} has no public address`), { code: 'EPRIVATE' }),
          '',
        )
      }
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

async function readBody(answer: Response, folders: readonly string[]): Promise<Fetched> {
  leave(answer)
  if (answer.status === 404 || answer.status === 410) return { kind: 'missing' }
  if (answer.status !== 200) return failed(`status ${answer.status}`)
  if (Number(answer.headers.get('content-length')) > mostOriginalBytes) return tooLarge
  const original = answer.body && (await receiveOriginal(answer.body, folders))
  return original ? { kind: 'original', original } : tooLarge
}

const tooLarge: Fetched = failed(`more than ${mostOriginalBytes} bytes`)

/** Each fault on the way is an outcome. */
function readInTime(timeoutMs: number, read: (signal: AbortSignal) => Promise<Fetched>): Promise<Fetched> {
  return withDeadline(timeoutMs, async (signal) => {
    try {
      return await read(signal)
    } catch (error) {
      if (signal.aborted) return { kind: 'silent', reason: `no answer within ${timeoutMs} ms` }
      // node-fetch's own message holds the address.
      const { code, type, name } = error as { code?: unknown; type?: unknown; name?: unknown }
      return failed(String(code ?? type ?? name))
    }
  })
}

function failed(reason: string): Fetched {
  return { kind: 'failed', reason }
}

/** The body may go unread; without a listener its end would be an uncaught error. */
function leave({ body }: Response): void {
  body?.on('error', () => {})
}
