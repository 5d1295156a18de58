import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { RequestHandler } from 'express'
import fetch from 'node-fetch'
import type { Config, GhostConfig } from '../config/config.ts'
import type { KeyFor } from '../config/derived-keys.ts'
import { projectRoot } from '../config/project-root.ts'
import type { Log } from '../log/log.ts'
import type { CallKind, Observer } from '../log/observer.ts'
import { observeFetch, observeRender } from '../metrics/observe.ts'
import type { Guard } from '../posts/source/guard.ts'
import { createDiskStore } from '../media/disk-store.ts'
import { createMedia } from '../media/media.ts'
import { createExternalSource, createStorageSource, type ExternalOptions } from '../media/picture-source.ts'
import type { PictureSizes } from '../media/picture-sizes.ts'
import { createPictures } from '../media/pictures.ts'
import { createRenderer, rendersWithin } from '../media/renderer.ts'
import { render } from '../media/rendition.ts'
import type { Signature } from '../media/address.ts'
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
  /** Whether pictures are made in this process: nothing is built then that could make them elsewhere. */
  development: boolean
}

/** `GET /media/...` with all that it is made of. */
export function createMediaOfGhost(
  ghost: GhostConfig,
  signature: Signature,
  sizes: PictureSizes,
  { config: { media, mediaHosts }, keyFor, outside, guard, log, now, observer, development }: MediaOptions,
): RequestHandler {
  const directory = resolve(projectRoot, media.directory)
  const rendersAtOnce = rendersWithin(media.memoryBytes, availableParallelism())
  const memoryBytes = Math.floor(media.memoryBytes / rendersAtOnce)
  const fetchAs = (kind: CallKind) => observeFetch(fetch, kind, observer)
  // Media have a timeout of their own, and often a server of their own too, so an open circuit does not concern them: only what
  // Ghost itself asked for by Retry-After does.
  const leaveStorageAlone = () => guard.state().kind === 'rate limited'
  return createMedia({
    ghostUrl: ghost.url,
    mediaHosts,
    signature,
    sizes,
    files: createStoredFiles(ghost.timeoutMs, fetchAs('files'), leaveStorageAlone),
    pictures: createPictures({
      sources: {
        storage: createStorageSource(fetchAs('pictures'), ghost.timeoutMs),
        external: createExternalSource({ fetch: fetchAs('external_pictures'), ...outside }),
      },
      leaveStorageAlone,
      render: observeRender(development ? render : createRenderer({ memoryBytes }), observer),
      store: createDiskStore(directory, media.maxBytes, keyFor('pictures on disk'), log, now),
      log,
      now,
      rendersAtOnce,
    }),
  })
}
