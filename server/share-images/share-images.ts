/**
 * This folder serves `GET /share/{language}/{slug}.png`: a post's cover with its title. It guarantees that images are drawn on
 * demand, one at a time, and only for existing posts. It knows nothing about pages, nor about the build that makes their images.
 */
import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import type SharpPackage from 'sharp'
import { isLanguage } from '../../shared/language.ts'
import type { Config } from '../config/config.ts'
import { noVarySearch, sharedCacheControl } from '../http/cache-control.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import { HttpError, postsNotFound, postsUnavailable } from '../http/http-error.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { sendBusy } from '../http/send.ts'
import type { Log } from '../runtime/log.ts'
import { lazyImport } from '../runtime/lazy-import.ts'
import type { Posts } from '../posts/posts.ts'
import { drawShareImage } from './drawing.ts'
import type { GlyphOutlines } from '../runtime/title-layout.ts'

export type ShareImagesOptions = {
  config: Pick<Config, 'posts'>
  posts: Pick<Posts, 'find'>
  glyphOutlines: GlyphOutlines
  log: Log
}

/** Limit of images in memory. Each has about 30 KB: 1200 × 630 pixels in a few colours. */
const maxKept = 100

const loadSharp = lazyImport<typeof SharpPackage>('sharp')

export function createShareImages(options: ShareImagesOptions): RequestHandler<{ language: string; slug: string }> {
  const { config, posts, glyphOutlines, log } = options
  const limit = createConcurrencyLimit(1, 20, 20_000)
  const drawn = new LRUCache<string, Buffer, { svg: string; client: string }>({
    max: maxKept,
    fetchMethod: async (_key, _stale, { context: { svg, client } }) =>
      (await limit(() => toPng(svg), client)) ?? undefined,
  })

  return async (req, res) => {
    const { language, slug } = req.params
    if (!isLanguage(language)) throw new HttpError(404, 'NotFoundError', 'nothing has this address')
    const answer = await posts.find(language, slug)
    if (answer.kind === 'failed') throw postsUnavailable(answer.retryAfterSeconds)
    if (answer.kind === 'absent') throw postsNotFound('no post has this slug in this language', config.posts)
    // The SVG contains everything that the picture depends on, so a renamed post gets a new one.
    const svg = drawShareImage(answer.value, glyphOutlines)
    const key = createHash('sha256').update(svg).digest('hex').slice(0, 32)
    const shared = {
      'Cache-Control': sharedCacheControl(config.posts),
      'No-Vary-Search': noVarySearch(req.path),
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    res.set('ETag', `"${key}"`)
    if (req.fresh) return void res.set(shared).status(304).end()
    const context = { svg, client: rateLimitKey(ipAddressOf(req), 48) }
    const bytes = await drawn
      .fetch(key, { context })
      .catch((error: unknown) => log.error({ reason: String(error) }, 'Share image cannot be drawn'))
    if (!bytes) {
      res.removeHeader('ETag')
      return sendBusy(res)
    }
    res.set(shared).type('png').send(bytes)
  }
}

/** Draws one of our own SVGs. sharp works in a separate thread. */
function toPng(svg: string): Promise<Buffer> {
  const sharp = loadSharp()
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer()
}
