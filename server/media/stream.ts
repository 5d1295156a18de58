import { posix } from 'node:path'
import type { Request, Response } from 'express'
import type { Response as HostResponse } from 'node-fetch'
import { decoded } from '../../shared/site-map.ts'
import type { MediaAddress } from './address.ts'

const maxPictureBytes = 20 * 1024 * 1024

/** Without If-Match and If-Unmodified-Since: Ghost answers 500 if they fail. */
const conditional = ['if-none-match', 'if-modified-since']
/** Ranges are only defined for GET (RFC 9110 §14.2). */
const partial = ['range', 'if-range']
const passedOn = 'content-encoding content-length content-range accept-ranges etag last-modified'.split(' ')

/** The type that hosts send if they do not know the type. */
const unknownType = /^(application|binary)\/octet-stream\b/i

/** Types that our policy's `'self'` would allow pages to run. Authors' files may only be saved. */
const runnable = /script|css|wasm|json|[/+]xml\b/i

/** The request headers that affect the response. Multiple ranges are ignored: their response has a type of its own. */
export function conditionsOf(req: Request): [string, string][] {
  const takesRange = req.method === 'GET' && !req.get('range')?.includes(',')
  return [...conditional, ...(takesRange ? partial : [])].flatMap((name): [string, string][] => {
    const value = req.get(name)
    return value === undefined ? [] : [[name, value]]
  })
}

/**
 * Sets the response's status and headers from the host's. Throws if pages cannot show this response.
 *
 * @returns whether the body is to be sent
 */
export function setHead(res: Response, answer: HostResponse, { kind, address }: MediaAddress): boolean {
  const { status, headers } = answer
  if ([404, 410, 416].includes(status)) {
    const range = status === 416 ? headers.get('content-range') : null
    if (range !== null) res.set('Content-Range', range)
    res.status(status === 416 ? 416 : 404).set('Cache-Control', 'no-store')
    return false
  }
  if (![200, 206, 304].includes(status)) throw new Error(`expected status 200, got ${status}`)
  if (status !== 304) setType(res, headers.get('content-type') ?? '', address, kind === 'picture')
  checkLength(kind, Number(headers.get('content-length')))
  for (const name of passedOn) {
    const value = headers.get(name)
    if (value !== null) res.set(name, value)
  }
  if (/\.svgz$/i.test(address.pathname)) res.set('Content-Encoding', 'gzip')
  // In Ghost, a changed file gets a new name.
  res.status(status).set('Cache-Control', 'public, max-age=31536000, immutable')
  return res.req.method !== 'HEAD' && status !== 304
}

/** Throws if a picture is too large. */
export function checkLength(kind: MediaAddress['kind'], bytes: number): void {
  if (kind === 'picture' && bytes > maxPictureBytes) throw new Error(`expected at most 20 MB, got ${bytes} bytes`)
}

/** Sets Content-Type, and Content-Disposition for files that must be saved rather than shown under our domain. */
function setType(res: Response, given: string, { pathname }: URL, isPicture: boolean): void {
  // Also sets the type, by the file extension.
  res.attachment(decoded(posix.basename(pathname)) ?? posix.basename(pathname))
  if (given !== '' && !unknownType.test(given)) res.set('Content-Type', given)
  const type = res.get('content-type') ?? ''
  if (isPicture && !type.startsWith('image/')) throw new Error(`expected a picture, got ${type || 'no type'}`)
  // An SVG is a document, so it is only shown within pages.
  if ((isPicture || /^(audio|video)\//.test(given)) && !/svg/.test(type)) res.removeHeader('Content-Disposition')
  if (!isPicture && runnable.test(type)) res.set('Content-Type', 'application/octet-stream')
}

/** Sends 502 before the first byte. Later, only a broken connection can signal the error. */
export function breakOff(res: Response): void {
  if (res.headersSent) return void res.destroy()
  for (const name of [...passedOn, 'content-type', 'content-disposition']) res.removeHeader(name)
  res.status(502).set('Cache-Control', 'no-store').end()
}
