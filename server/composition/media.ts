import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RequestHandler } from 'express'
import type { Letters } from '../../shared/letters.ts'
import type { Config, GhostConfig } from '../config/config.ts'
import type { KeyFor } from '../config/derived-keys.ts'
import { fetch, observeFetch, traced } from '../http/fetch.ts'
import { projectRoot } from '../runtime/project-root.ts'
import type { EdgeHeaders } from '../edge/headers.ts'
import { media as mediaTag } from '../edge/tags.ts'
import type { Log } from '../runtime/log.ts'
import type { CallKind, Observer } from '../runtime/observer.ts'
import type { Guard } from '../posts/cache/guard.ts'
import { createPictureProcess } from '../media/picture-process.ts'
import { createDiskStore } from '../media/disk-store.ts'
import { createMedia } from '../media/media.ts'
import { readOriginal } from '../media/original.ts'
import { createExternalSource, createStorageSource, type ExternalOptions } from '../media/picture-source.ts'
import type { PictureSizes } from '../media/picture-sizes.ts'
import { createPictures, type Pictures } from '../media/pictures.ts'
import { createPictureRenderer, observeRender, type PictureRenderer, rendersWithin } from '../media/picture-renderer.ts'
import { render } from '../media/rendition.ts'
import type { Signature } from '../posts/addresses/signed-path.ts'
import { createShareImages, type ShareImagesParts } from '../share/share-images.ts'
import { createStoredFiles } from '../media/stored-files.ts'

export type MediaOptions = {
  config: Config
  keyFor: KeyFor
  /** How other hosts' pictures are reached; tests play them on this machine. */
  outside: Partial<ExternalOptions>
  guard: Guard
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  observer: Observer
  edgeHeaders: EdgeHeaders
  /** Whether pictures are made in this process: nothing is built then that could make them elsewhere. */
  development: boolean
}

/** What one drawing of 1200 by 630 may take; it takes a third of it. */
const drawingBytes = 64 * 1024 * 1024

/** `GET /share/...` with all that it is made of; null where letters are not built. */
export function createShareImagesOf(
  letters: Letters | null,
  parts: Pick<ShareImagesParts, 'posts' | 'edgeHeaders' | 'log'>,
) {
  if (letters === null) return null
  const script = join(projectRoot, 'dist/server/drawing-process.js')
  const inProcess = createPictureProcess({ memoryBytes: drawingBytes, script })
  return createShareImages({ ...parts, letters, draw: (svg) => inProcess(svg, '') })
}

/** `GET /media/...` with all that it is made of. */
export function createMediaOfGhost(
  ghost: GhostConfig,
  signature: Signature,
  sizes: PictureSizes,
  options: MediaOptions,
): { media: RequestHandler; diagnostics: Pictures['diagnostics'] } {
  const { keyFor, outside, guard, log, now, observer, development } = options
  const { media, mediaHosts } = options.config
  const edgeHeaders = options.edgeHeaders.tagged([mediaTag])
  const directory = resolve(projectRoot, media.directory)
  // In a container, a temporary folder may be memory: what is there is the last resort.
  const folders = [directory, tmpdir()]
  const rendersAtOnce = rendersWithin(media.memoryBytes, availableParallelism())
  const memoryBytes = Math.floor(media.memoryBytes / rendersAtOnce)
  const script = join(projectRoot, 'dist/server/render-process.js')
  const renderHere: PictureRenderer = async (original, wanted) => render(await readOriginal(original), wanted)
  const renderPicture = development ? renderHere : createPictureRenderer({ memoryBytes, script })
  const fetchFromGhost = (kind: CallKind) => observeFetch(traced(fetch), kind, observer)
  // Media have a timeout of their own, and often a server of their own too, so an open circuit does not concern them: only what
  // Ghost itself asked for by Retry-After does.
  const leaveStorageAlone = () => guard.state().kind === 'rate limited'
  const pictures = createPictures({
    sources: {
      storage: createStorageSource(fetchFromGhost('pictures'), ghost.timeoutMs, folders),
      external: createExternalSource({
        fetch: observeFetch(fetch, 'external_pictures', observer),
        folders,
        ...outside,
      }),
    },
    leaveStorageAlone,
    render: observeRender(renderPicture, observer),
    store: createDiskStore(directory, media.maxBytes, keyFor('pictures on disk'), log, now),
    log,
    now,
    rendersAtOnce,
  })
  const handler = createMedia({
    ghostUrl: ghost.url,
    mediaHosts,
    signature,
    sizes,
    edgeHeaders,
    files: createStoredFiles(ghost.timeoutMs, fetchFromGhost('files'), leaveStorageAlone, edgeHeaders),
    pictures,
  })
  return { media: handler, diagnostics: pictures.diagnostics }
}
