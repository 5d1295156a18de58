import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RequestHandler } from 'express'
import { fallback } from '../../shared/language.ts'
import { shareImagePath } from '../../shared/site-map.ts'
import type { GhostConfig } from '../config/config.ts'
import type { Context } from '../config/context.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import { fetch, observeFetch, traced } from '../http/fetch.ts'
import { HttpError } from '../http/http-error.ts'
import { rateLimitKey } from '../http/rate-limit.ts'
import { sendBusy } from '../http/send.ts'
import { createSignature } from '../posts/addresses/signed-path.ts'
import { pictureKeyPurpose } from '../posts/ghost/rewriter.ts'
import type { CallKind } from '../runtime/observer.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { parseMediaPath } from './address.ts'
import { createDiskStore } from './disk-store.ts'
import { modernFormats } from './encoding.ts'
import { readOriginal } from './original.ts'
import { mediaTypes } from './picture-format.ts'
import { createPictureRenderer, observeRender, type PictureRenderer, type Places } from './picture-renderer.ts'
import type { PictureSizes } from './picture-sizes.ts'
import { createExternalSource, createStorageSource, type ExternalOptions } from './picture-source.ts'
import { createPictures } from './pictures.ts'
import { render } from './rendition.ts'
import { createStoredFiles } from './stored-files.ts'

export type MediaOptions = {
  places: Places
  sizes: PictureSizes
  /** Whether Ghost's storage is not to be asked for now. */
  leaveStorageAlone: () => boolean
  /** How other hosts' pictures are reached; tests play them on this machine. */
  outside: Partial<ExternalOptions>
  /** Whether pictures are made in this process: nothing is built then that could make them elsewhere. */
  development: boolean
}

/** How long a picture that could not be rendered may be kept. */
const unrenderedSeconds = 60

/**
 * `GET /media/...`: pictures, sounds, films and files of posts, through this site, so that no other host learns of a visit.
 */
export function createMedia(context: Context, ghost: GhostConfig, options: MediaOptions) {
  const { config, keyFor, log, now, observer } = context
  const { places, sizes, leaveStorageAlone, outside, development } = options
  const { directory, maxBytes } = config.media
  const folder = resolve(projectRoot, directory)
  // In a container, a temporary folder may be memory: it is the last resort.
  const folders = [folder, tmpdir()]
  const script = join(projectRoot, 'dist/server/render-process.js')
  const renderHere: PictureRenderer = async (original, wanted) => render(await readOriginal(original), wanted)
  const renderPicture = development ? renderHere : createPictureRenderer({ memoryBytes: places.memoryBytes, script })
  const fetchFromGhost = (kind: CallKind) => observeFetch(traced(fetch), kind, observer)
  const fetchExternal = observeFetch(fetch, 'external_pictures', observer)
  const pictures = createPictures({
    sources: {
      storage: createStorageSource(fetchFromGhost('pictures'), ghost.timeoutMs, folders),
      external: createExternalSource({ fetch: fetchExternal, folders, ...outside }),
    },
    leaveStorageAlone,
    render: observeRender(renderPicture, observer),
    store: createDiskStore(folder, maxBytes, keyFor('pictures on disk'), log, now),
    log,
    now,
    takePlace: places.take,
  })
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const sendFile = createStoredFiles(ghost.timeoutMs, fetchFromGhost('files'), leaveStorageAlone)

  const handle: RequestHandler = async (req, res) => {
    const wanted = parseMediaPath(req.path, ghost.url, signature, config.mediaHosts)
    if (wanted === null) throw new HttpError(404, 'NotFoundError', 'nothing has this address')
    // A file that is opened on its own must not run anything on this site.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    res.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (wanted.kind === 'file') return sendFile(wanted.address, req, res)

    const { from, address, variant } = wanted
    const client = rateLimitKey(ipAddressOf(req), 48)
    const answer = await pictures.find(from, address, { variant, modern: modernFormats(req.get('accept')) }, client)
    if (answer.kind === 'picture' || answer.kind === 'unrendered') {
      const { bytes, format, size } = answer.picture
      // No network shows drawings: the blog's own picture, of the size that the page names, takes their place.
      if (variant === 'share' && format !== 'jpeg') return res.redirect(302, shareImagePath('blog', fallback))
      if (variant !== 'share') res.vary('Accept')
      if (variant === 'own' && size) sizes.set(req.path, size)
      if (answer.kind === 'picture') {
        // A picture that changes gets another name in Ghost, as it does at every other host worth naming.
        const cacheControl = 'public, max-age=31536000, immutable'
        res.set({ ETag: `"${answer.picture.digest}"`, 'Cache-Control': cacheControl })
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

  return { handle, diagnostics: pictures.diagnostics }
}
