import type { Request, Response } from 'express'
import type { Response as GhostResponse } from 'node-fetch'
import type { Fetch } from '../http/fetch.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'

/** Passed on. Of the two others Ghost makes a 500, so they are decided here by what it says of the file. */
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

/** What the policy's `'self'` would let a page of ours load: an author's file is to be kept, never to be run. */
const runnable = /script|css|wasm|json|xml/i

/** Beyond that a crowd waits. */
const callsAtOnce = 16
const callsWaiting = 400

/** How long a client is asked to wait that could not have its turn. */
const retryAfterSeconds = 5

type Asked = { kind: 'answered'; answer: GhostResponse } | { kind: 'busy' } | { kind: 'failed' }

export type StoredFiles = (address: URL, req: Request, res: Response) => Promise<void>

/**
 * Sounds, films and files of posts as they are, from Ghost's storage, with ranges (RFC 9110 §14).
 *
 * @param timeoutMs until Ghost begins to answer; a long film may then take its time
 * @param leaveStorageAlone whether Ghost's storage is not to be asked for now
 * @param edgeHeaders what the edge is to read of a file
 */
export function createStoredFiles(
  timeoutMs: number,
  fetch: Fetch,
  leaveStorageAlone: () => boolean,
  edgeHeaders: Record<string, string>,
): StoredFiles {
  const limited = createConcurrencyLimit(callsAtOnce, callsWaiting, timeoutMs)

  return async (address, req, res) => {
    const names = req.method === 'GET' ? [...conditional, ...partial] : conditional
    const conditions = names.flatMap((name) => {
      const value = req.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    const headersInTime = setTimeout(() => leaving.abort(), timeoutMs)
    const asked = await limited(async (): Promise<Asked> =>
      leaveStorageAlone()
        ? { kind: 'busy' }
        : fetch(address, {
            headers: [['accept-encoding', 'identity'], ...conditions],
            redirect: 'manual',
            // Bytes pass as they come: decoded ones would not have the length that Ghost announced.
            compress: false,
            signal: leaving.signal,
          }).then(
            (answer) => ({ kind: 'answered', answer }),
            () => ({ kind: 'failed' }),
          ),
    )
    clearTimeout(headersInTime)

    if (asked === null || asked.kind === 'busy') {
      res
        .status(503)
        .set({ 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) })
        .end()
      return
    }
    const answer = asked.kind === 'answered' ? asked.answer : null
    if (answer === null || ![200, 206, 304].includes(answer.status)) {
      answer?.body?.on('error', () => {}).resume()
      const size = answer?.status === 416 ? answer.headers.get('content-range') : null
      if (size !== null) res.set('Content-Range', size)
      const status = answer?.status === 404 || answer?.status === 416 ? answer.status : 502
      res.status(status).set('Cache-Control', 'no-store').end()
      return
    }
    for (const name of passed) {
      const value = answer.headers.get(name)
      if (value !== null) res.set(name, value)
    }
    if (runnable.test(res.get('content-type') ?? '')) res.set('Content-Type', 'application/octet-stream')
    res.status(answer.status).set({ 'Cache-Control': 'public, max-age=31536000', ...edgeHeaders })
    // A page or a drawing among them is there to be kept, not to be opened under this site's name.
    if (!/^(audio|video)\//.test(res.get('content-type') ?? '')) res.set('Content-Disposition', 'attachment')
    if (req.method === 'HEAD' || answer.body === null) {
      leaving.abort()
      res.end()
      return
    }
    // A client that leaves has aborted the fetch above; a source that leaves ends the answer.
    answer.body.on('error', () => res.destroy()).pipe(res)
  }
}
