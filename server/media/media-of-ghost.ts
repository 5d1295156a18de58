import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { GhostConfig } from '../config/config.ts'
import type { Context } from '../config/context.ts'
import type { EdgeHeaders } from '../edge/headers.ts'
import { media as mediaTag } from '../edge/tags.ts'
import { fetch, observeFetch, traced } from '../http/fetch.ts'
import { createSignature } from '../posts/addresses/signed-path.ts'
import { pictureKeyPurpose } from '../posts/ghost/rewriter.ts'
import type { CallKind } from '../runtime/observer.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { parseMediaPath } from './address.ts'
import { createDiskStore } from './disk-store.ts'
import { createMedia } from './media.ts'
import { readOriginal } from './original.ts'
import { createPictureRenderer, observeRender, type PictureRenderer, type Places } from './picture-renderer.ts'
import type { PictureSizes } from './picture-sizes.ts'
import { createExternalSource, createStorageSource, type ExternalOptions } from './picture-source.ts'
import { createPictures } from './pictures.ts'
import { render } from './rendition.ts'
import { createStoredFiles } from './stored-files.ts'

export type MediaOfGhostOptions = {
  places: Places
  sizes: PictureSizes
  /** Whether Ghost's storage is not to be asked for now. */
  leaveStorageAlone: () => boolean
  edgeHeaders: EdgeHeaders
  /** How other hosts' pictures are reached; tests play them on this machine. */
  outside: Partial<ExternalOptions>
  /** Whether pictures are made in this process: nothing is built then that could make them elsewhere. */
  development: boolean
}

/** `GET /media/...` with all that it is made of. */
export function createMediaOfGhost(context: Context, ghost: GhostConfig, options: MediaOfGhostOptions) {
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
    store: createDiskStore(folder, maxBytes, keyFor('pictures on disk'), log, now),
    log,
    now,
    takePlace: places.take,
  })
  const edgeHeaders = options.edgeHeaders.tagged([mediaTag])
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const handle = createMedia({
    parsePath: (path) => parseMediaPath(path, ghost.url, signature, config.mediaHosts),
    sizes,
    edgeHeaders,
    files: createStoredFiles(ghost.timeoutMs, fetchFromGhost('files'), leaveStorageAlone, edgeHeaders),
    pictures,
  })
  return { handle, diagnostics: pictures.diagnostics }
}
