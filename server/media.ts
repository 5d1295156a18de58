import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import { mediaPath, mediaPrefix } from './posts/cms-address.ts'
import type { Fetch } from './posts/ghost-client.ts'

const passed = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified']

/**
 * `GET /media/content/...`: pictures, sounds, films and files of posts, from Ghost's storage and from nowhere else, so
 * that the CMS's address never reaches a visitor.
 */
export function createMedia(ghostUrl: string, timeoutMs: number, fetch: Fetch): RequestHandler {
  return async (req, res, next) => {
    const path = req.path.slice(mediaPrefix.length)
    if (!mediaPath.test(path) || path.includes('/../')) return next()
    const conditions = ['range', 'if-none-match', 'if-range', 'if-modified-since'].flatMap((name) => {
      const value = req.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    const timer = setTimeout(() => leaving.abort(), timeoutMs)
    const answer = await fetch(`${ghostUrl}${path}`, {
      headers: [['accept-encoding', 'identity'], ...conditions],
      redirect: 'manual',
      signal: leaving.signal,
    }).catch(() => null)
    clearTimeout(timer)

    if (answer === null) return void res.status(502).set('Cache-Control', 'no-store').end()
    if (![200, 206, 304, 416].includes(answer.status)) {
      answer.body?.resume()
      return void res
        .status(answer.status === 404 ? 404 : 502)
        .set('Cache-Control', 'no-store')
        .end()
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
    if (req.method === 'HEAD' || answer.body === null) return void res.end()
    // Either side may leave in the middle; there is then nobody left to tell.
    await pipeline(answer.body, res).catch(() => res.destroy())
  }
}
