import type { RequestHandler } from 'express'
import { fallback } from '../../shared/language.ts'
import { shareImagePath } from '../../shared/site-map.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { HttpError } from '../http/http-error.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { sendBusy } from '../http/send.ts'
import type { parseMediaPath } from './address.ts'
import { modernFormats } from './encoding.ts'
import { mediaTypes } from './picture-format.ts'
import type { PictureSizes } from './picture-sizes.ts'
import type { Pictures } from './pictures.ts'
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
      const { bytes, format, size } = answer.picture
      // No network shows drawings: the blog's own picture, of the size that the page names, takes their place.
      if (variant === 'share' && format !== 'jpeg') return res.redirect(302, shareImagePath('blog', fallback))
      if (variant !== 'share') res.vary('Accept')
      if (variant === 'own' && size) sizes.learn(req.path, size)
      if (answer.kind === 'picture') {
        // A picture that changes gets another name in Ghost, as it does at every other host worth naming.
        const cacheControl = 'public, max-age=31536000, immutable'
        res.set({ ETag: `"${answer.picture.digest}"`, 'Cache-Control': cacheControl, ...edgeHeaders })
      } else {
        res.set('Cache-Control', `public, max-age=${unrenderedSeconds}`)
      }
      // A drawing is a document: it is to be seen within pages only.
      if (format === 'svg') res.set('Content-Disposition', 'attachment')
      res.type(mediaTypes[format]).send(bytes)
      return
    }
    if (answer.kind === 'busy') return sendBusy(res)
    res
      .status(answer.kind === 'missing' ? 404 : 502)
      .set('Cache-Control', 'no-store')
      .end()
  }
}
