import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import type { Response as GhostResponse } from 'node-fetch'
import { decoded } from '../../shared/site-map.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import type { Fetch } from '../http/fetch.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { sendBusy } from '../http/send.ts'

/** Passed on. Ghost makes a 500 of the two others where they fail, so they are left out. */
const conditional = ['if-none-match', 'if-modified-since']
/** Only GET knows parts (RFC 9110 §14.2). */
const partial = ['range', 'if-range']
const passed = [
  'content-type',
  'content-encoding',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
]

/** Types that the policy's `'self'` would let a page of ours load: an author's file is to be kept, never to be run. */
const runnable = /script|css|wasm|json|[/+]xml\b/i

/** Beyond that a crowd waits. */
const callsAtOnce = 16
const callsWaiting = 400

/**
 * Sounds, films and files of posts as they are, from Ghost's storage, with ranges (RFC 9110 §14).
 *
 * @param timeoutMs until Ghost begins to answer; a long film may then take its time
 * @param leaveStorageAlone whether Ghost's storage is not to be asked for now
 */
export function createStoredFiles(timeoutMs: number, fetch: Fetch, leaveStorageAlone: () => boolean) {
  const limited = createConcurrencyLimit(callsAtOnce, callsWaiting, timeoutMs)

  return async (address: URL, req: Request, res: Response): Promise<void> => {
    const names = req.method === 'GET' ? [...conditional, ...partial] : conditional
    const conditions = names.flatMap((name) => {
      const value = req.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    const headersInTime = setTimeout(() => leaving.abort(), timeoutMs)
    const answer = await limited(
      async () =>
        leaveStorageAlone()
          ? null
          : fetch(address, {
              headers: [['accept-encoding', 'identity'], ...conditions],
              redirect: 'manual',
              // Bytes pass as they come: decoded ones would not have the length that Ghost announced.
              compress: false,
              signal: leaving.signal,
            }).catch(() => 'failed' as const),
      rateLimitKey(ipAddressOf(req), 48),
    )
    clearTimeout(headersInTime)

    if (answer === null) return sendBusy(res)
    if (answer === 'failed') return void res.status(502).set('Cache-Control', 'no-store').end()
    const { status } = answer
    if (![200, 206, 304].includes(status)) {
      answer.body?.on('error', () => {}).resume()
      const size = status === 416 ? answer.headers.get('content-range') : null
      if (size !== null) res.set('Content-Range', size)
      const passedOn = status === 404 || status === 416 ? status : 502
      res.status(passedOn).set('Cache-Control', 'no-store').end()
      return
    }
    const name = nameOf(address)
    // The last part of a signed path says nothing; Express derives the type from the name, and spells it (RFC 6266).
    if (!req.path.endsWith(`/${name}`)) res.attachment(name)
    for (const field of passed) {
      const value = answer.headers.get(field)
      if (value !== null && !(field === 'content-type' && saysNothing.test(value))) res.set(field, value)
    }
    if (runnable.test(res.get('content-type') ?? '')) res.set('Content-Type', 'application/octet-stream')
    const part = partOf(answer, req)
    if (part === 'unsatisfiable') {
      leaving.abort()
      res.removeHeader('Content-Length')
      res.removeHeader('Content-Disposition')
      const size = `bytes */${answer.headers.get('content-length')}`
      res.status(416).set({ 'Content-Range': size, 'Cache-Control': 'no-store' }).end()
      return
    }
    res.status(status).set('Cache-Control', 'public, max-age=31536000')
    // A page or a drawing among them is there to be kept, not to be opened under this site's name.
    if (/^(audio|video)\//.test(res.get('content-type') ?? '')) res.removeHeader('Content-Disposition')
    else if (!res.hasHeader('Content-Disposition')) res.set('Content-Disposition', 'attachment')
    if (lengthOf(answer) !== null) res.set('Accept-Ranges', 'bytes')
    if (req.method === 'HEAD' || answer.body === null) {
      leaving.abort()
      res.end()
      return
    }
    let body = Readable.from(answer.body)
    if (part !== null) {
      const { start, end, length } = part
      res
        .status(206)
        .set({ 'Content-Range': `bytes ${start}-${end}/${length}`, 'Content-Length': String(end - start + 1) })
      body = Readable.from(cut(answer.body, start, end))
    }
    // A client that leaves has aborted the fetch above; a source that leaves ends the answer.
    body.on('error', () => res.destroy()).pipe(res)
  }
}

/** A type that hosts give where they know none. */
const saysNothing = /^(application|binary)\/octet-stream\b/i

/** The last part of an address, as its host spells it. */
function nameOf({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  return decoded(name) ?? name
}

/** In bytes; null where an answer does not hold a whole file of a known length. */
function lengthOf({ status, headers }: GhostResponse): number | null {
  const length = Number(headers.get('content-length'))
  return status === 200 && length > 0 && !headers.has('content-encoding') ? length : null
}

/**
 * The part that a client asked for, where the host has sent the whole because it knows no ranges; null: the host's answer stands.
 * Some players play nothing without parts. `end` is the last byte's place.
 *
 * @see RFC 9110 §14.2, §13.1.5 (If-Range, compared strongly)
 */
function partOf(
  answer: GhostResponse,
  req: Request,
): { start: number; end: number; length: number } | 'unsatisfiable' | null {
  const length = lengthOf(answer)
  if (length === null || req.method !== 'GET') return null
  const state = req.get('if-range')
  const states = [answer.headers.get('etag'), answer.headers.get('last-modified')]
  if (state !== undefined && (state.startsWith('W/') || !states.includes(state))) return null
  const ranges = req.range(length)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return null
  const [range, ...others] = ranges
  return range === undefined || others.length > 0 ? null : { ...range, length }
}

/** The bytes from `start` to `end` of a body, of which no more is read then. */
async function* cut(body: AsyncIterable<string | Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    const wanted = bytes.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    at += bytes.length
    if (wanted.length > 0) yield wanted
    if (at > end) return
  }
}
