import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import { mediaPath, mediaPrefix } from './posts/cms-address.ts'
import { createCallLimit } from './posts/call-limit.ts'
import type { Fetch } from './posts/ghost-client.ts'

const asked = ['range', 'if-none-match', 'if-range', 'if-modified-since']
const passed = [
  'content-type',
  'content-encoding',
  'content-length',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
]

/** Pictures of one page come together; beyond that a crowd waits. */
const callsAtOnce = 16
const callsWaiting = 400

/**
 * Where a path below `/media` leads in Ghost's storage; null for whatever would lead out of it. Decided on the address as
 * it is resolved, since `%2e%2e` climbs as well as `..`.
 */
export function storageAddress(ghostUrl: string, path: string): URL | null {
  // Both as a URL spells them: `https://Ghost.example.com:443` is `https://ghost.example.com`.
  const root = new URL(`${ghostUrl}/`).href.slice(0, -1)
  const address = `${root}${path}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.href.startsWith(`${root}/`) && mediaPath.test(url.href.slice(root.length)) ? url : null
}

/**
 * `GET /media/content/...`: pictures, sounds, films and files of posts, from Ghost's storage and from nowhere else, so
 * that the CMS's address never reaches a visitor.
 */
export function createMedia(ghostUrl: string, timeoutMs: number, fetch: Fetch): RequestHandler {
  const limited = createCallLimit(callsAtOnce, callsWaiting, timeoutMs)

  return async (req, res, next) => {
    const address = storageAddress(ghostUrl, req.path.slice(mediaPrefix.length))
    if (address === null) return next()
    const conditions = asked.flatMap((name) => {
      const value = req.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    const headersInTime = setTimeout(() => leaving.abort(), timeoutMs)
    const answer = await limited(() =>
      fetch(address, {
        headers: [['accept-encoding', 'identity'], ...conditions],
        redirect: 'manual',
        // Bytes pass as they come: decoded ones would not have the length that Ghost announced.
        compress: false,
        signal: leaving.signal,
      }).catch(() => null),
    )
    clearTimeout(headersInTime)

    if (answer === null || ![200, 206, 304].includes(answer.status)) {
      answer?.body?.on('error', () => {}).resume()
      const status = answer?.status === 404 || answer?.status === 416 ? answer.status : 502
      res.status(status).set('Cache-Control', 'no-store').end()
      return
    }
    for (const name of passed) {
      const value = answer.headers.get(name)
      if (value !== null) res.set(name, value)
    }
    res.status(answer.status).set({
      'Cache-Control': 'public, max-age=31536000',
      // A drawing or a page opened on its own must not run anything on this site.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    if (req.method === 'HEAD' || answer.body === null) {
      leaving.abort()
      res.end()
      return
    }
    // Either side may leave in the middle; there is then nobody left to tell.
    await pipeline(answer.body, res).catch(() => res.destroy())
  }
}
