import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { LRUCache } from 'lru-cache'
import { isLanguage } from '../../shared/language.ts'
import type { Letters } from '../../shared/letters.ts'
import type { Config } from '../config/config.ts'
import { sharedCacheControl } from '../http/cache-control.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { type CallLimit, createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import { HttpError, postsUnavailable } from '../http/http-error.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { sendBusy } from '../http/send.ts'
import type { Log } from '../runtime/log.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { createSingleFlight } from '../posts/cache/single-flight.ts'
import type { Posts } from '../posts/posts.ts'
import { createPictureProcess } from './picture-process.ts'
import { drawShareImage } from './share-drawing.ts'

export type ShareImagesOptions = {
  config: Pick<Config, 'posts'>
  posts: Pick<Posts, 'find'>
  letters: Letters
  takePlace: CallLimit
  log: Log
}

/** A picture of 1200 by 630 in a few colours has some 30 KB. */
const mostBytes = 16 * 1024 * 1024
/** A drawing of 1200 by 630 may take so much; it takes a third of it. */
const drawingBytes = 64 * 1024 * 1024

/**
 * `GET /share/{language}/{slug}.png`: a post's cover with its title, made when it is first asked for, one at a time, and for posts that
 * exist alone.
 */
export function createShareImages(options: ShareImagesOptions): RequestHandler<{ language: string; slug: string }> {
  const { config, posts, letters, takePlace, log } = options
  const draw = createPictureProcess({
    memoryBytes: drawingBytes,
    script: join(projectRoot, 'dist/server/drawing-process.js'),
  })
  const made = new LRUCache<string, Buffer>({ maxSize: mostBytes, sizeCalculation: (bytes) => bytes.length })
  const inFlight = createSingleFlight<Buffer | null>()
  const limit = createConcurrencyLimit(1, 20, 20_000)

  async function pictureOf(svg: string, key: string, client: string): Promise<Buffer | null> {
    const known = made.get(key)
    if (known) return known
    const output = await limit(() => takePlace(() => draw(Buffer.from(svg), ''), client), client)
    if (output === null) return null
    if (output.kind !== 'output') {
      log.warn({ reason: output.reason }, 'the share image of a post cannot be made')
      return null
    }
    made.set(key, output.bytes)
    return output.bytes
  }

  return async (req, res) => {
    const { language, slug } = req.params
    if (!isLanguage(language)) throw new HttpError(404, 'NotFoundError', 'nothing has this address')
    const answer = await posts.find(language, slug)
    if (answer.kind === 'failed') throw postsUnavailable(answer.retryAfterSeconds)
    if (answer.kind === 'absent') throw new HttpError(404, 'NotFoundError', 'no post has this slug in this language')
    // The drawing says all that the picture depends on, so a post that is renamed gets another.
    const svg = drawShareImage(answer.value, letters)
    const key = createHash('sha256').update(svg).digest('hex').slice(0, 32)
    const shared = {
      'Cache-Control': sharedCacheControl(config.posts),
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    res.set('ETag', `"${key}"`)
    if (req.fresh) return void res.set(shared).status(304).end()
    const bytes = await inFlight.run(key, () => pictureOf(svg, key, rateLimitKey(ipAddressOf(req), 48)))
    if (bytes === null) {
      res.removeHeader('ETag')
      return sendBusy(res)
    }
    res.set(shared).type('png').send(bytes)
  }
}
