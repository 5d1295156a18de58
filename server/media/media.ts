import type { Request, RequestHandler, Response } from 'express'
import { fallback } from '../../shared/language.ts'
import { shareImagePath } from '../../shared/site-map.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { HttpError } from '../http/http-error.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { matches } from '../http/send.ts'
import type { parseMediaPath } from './address.ts'
import type { Stored } from './disk-store.ts'
import { modernFormats } from './encoding.ts'
import { mediaTypes } from './picture-format.ts'
import type { PictureSizes } from './picture-sizes.ts'
import type { Pictures } from './pictures.ts'
import type { Rendition } from './rendition.ts'
import type { StoredFiles } from './stored-files.ts'

export type MediaOptions = {
  /** The picture or file that a path of `GET /media/...` stands for; null: none. */
  parsePath: (path: string) => ReturnType<typeof parseMediaPath>
  pictures: Pictures
  sizes: PictureSizes
  files: StoredFiles
  /** The headers that the edge is to read of a picture. */
  edgeHeaders: Record<string, string>
}

/** How long a picture that could not be rendered may be kept. */
const unrenderedSeconds = 60

/**
 * `GET /media/...`: pictures, sounds, films and files of posts, through this site, so that no other host learns of a visit.
 */
export function createMedia(options: MediaOptions): RequestHandler {
  const { parsePath, pictures, sizes, files, edgeHeaders } = options
  return async (req, res) => {
    const wanted = parsePath(req.path)
    if (wanted === null) throw new HttpError(404, 'NotFoundError', 'nothing has this address')
    // A file that is opened on its own must not run anything on this site.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    res.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (wanted.kind === 'file') return files(wanted.address, req, res)

    const { from, address, variant } = wanted
    const client = rateLimitKey(ipAddressOf(req), 48)
    const answer = await pictures.find(from, address, { variant, modern: modernFormats(req.get('accept')) }, client)
    if (answer.kind === 'picture' || answer.kind === 'unrendered') {
      // No network shows drawings: the blog's own picture, of the size that the page names, takes their place.
      if (variant === 'share' && answer.picture.format !== 'jpeg')
        return res.redirect(302, shareImagePath('blog', fallback))
      if (variant !== 'share') res.vary('Accept')
      if (variant === 'own' && answer.picture.size) sizes.learn(req.path, answer.picture.size)
      if (answer.kind === 'picture') return sendPicture(req, res, answer.picture, edgeHeaders)
      res.set('Cache-Control', `public, max-age=${unrenderedSeconds}`)
      return sendBytes(req, res, answer.picture)
    }
    res.set('Cache-Control', 'no-store')
    if (answer.kind === 'busy') res.set('Retry-After', String(answer.retryAfterSeconds))
    res.status({ missing: 404, failed: 502, busy: 503 }[answer.kind]).end()
  }
}

function sendPicture(req: Request, res: Response, picture: Stored, edgeHeaders: Record<string, string>): void {
  const tag = `"${picture.digest}"`
  // A picture that changes gets another name in Ghost, as it does at every other host worth naming.
  res.set({ ETag: tag, 'Cache-Control': 'public, max-age=31536000, immutable', ...edgeHeaders })
  if (matches(req.get('if-none-match'), tag)) {
    res.status(304).end()
    return
  }
  sendBytes(req, res, picture)
}

function sendBytes(req: Request, res: Response, { bytes, format }: Rendition): void {
  res.set({ 'Content-Type': mediaTypes[format], 'Content-Length': String(bytes.length) })
  // A drawing is a document: it is to be seen within pages only.
  if (format === 'svg') res.set('Content-Disposition', 'attachment')
  res.end(req.method === 'HEAD' ? undefined : bytes)
}
