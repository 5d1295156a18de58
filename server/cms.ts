import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { RequestHandler } from 'express'
import fetch from 'node-fetch'
import type { Language } from '../shared/language.ts'
import type { Config, GhostConfig } from './config/config.ts'
import type { Log } from './log/log.ts'
import { createDiskStore } from './media/disk-store.ts'
import { createMedia } from './media/media.ts'
import { createExternalSource, createStorageSource, type ExternalOptions } from './media/picture-source.ts'
import { createPictureSizes, type PictureSizes } from './media/picture-sizes.ts'
import { createPictures } from './media/pictures.ts'
import { createRenderer, rendersWithin } from './media/renderer.ts'
import { measure, render } from './media/rendition.ts'
import { createSignature, type Signature } from './media/signature.ts'
import { createStoredFiles } from './media/stored-files.ts'
import { createUndecodableSources } from './media/undecodable-sources.ts'
import type { CircuitBreaker } from './posts/circuit-breaker.ts'
import { createGhostSource } from './posts/ghost/source.ts'
import { createGhostAdmin } from './posts/ghost/admin.ts'
import { createGhostClient } from './posts/ghost/client.ts'
import { createGhostPreviews, type ReadPreview } from './posts/ghost/previews.ts'
import { createGhostRequest } from './posts/ghost/request.ts'
import {
  createGhostRewriter,
  createRewriterOptions,
  pictureKeyPurpose,
  type RewriterOptions,
} from './posts/ghost/rewriter.ts'
import type { PostLabels } from './posts/html/labels.ts'
import { rememberSanitised } from './posts/html/remembered.ts'
import { createMarkdownSource } from './posts/markdown/source.ts'
import { createPlainPostMaker } from './posts/ghost/plain-post.ts'
import { createPostMaker, type MakePost } from './posts/ghost/post-maker.ts'
import { createPostReader } from './posts/ghost/post-reader.ts'
import type { PostThread } from './posts/ghost/post-thread.ts'
import type { ArticleSource } from './posts/reading.ts'
import { createSanitise } from './posts/html/sanitise.ts'
import { observeFetch, observeRender } from './metrics/observed.ts'
import type { CallKind, Observer } from './log/observer.ts'
import { projectRoot } from './config/project-root.ts'
import type { KeyFor } from './config/derived-keys.ts'

/** What the site has of where its articles are written. */
export type Cms = {
  source: ArticleSource
  /** Null without a key to Ghost's drafts. */
  readPreview: ReadPreview | null
  /** `GET /media/...`; null where posts have no CMS. */
  media: RequestHandler | null
  /** The size of a picture, by its path on this site; null where it is not known. */
  sizeOf: PictureSizes['of']
}

export type CmsOptions = {
  config: Config
  labelsIn: (language: Language) => PostLabels
  keyFor: KeyFor
  /** How other hosts' pictures are reached; tests play them on this machine. */
  outside: Partial<ExternalOptions>
  breaker: CircuitBreaker
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  observer: Observer
  /** Whether pictures are made in this process: nothing is built then that could make them elsewhere. */
  development: boolean
  /** Makes posts elsewhere than in this thread; null in development, likewise. */
  postThread: PostThread | null
}

/** A Ghost where one is configured, else the folder of Markdown files. */
export function createCms(options: CmsOptions): Cms {
  const { config, labelsIn } = options
  if (config.ghost !== null) return createGhostCms(config.ghost, options)
  const folder = resolve(projectRoot, config.posts.directory)
  const sanitise = rememberSanitised(createSanitise(null, labelsIn))
  const source = createMarkdownSource(folder, sanitise, config.siteUrl, (problem) =>
    options.log.error({ problem }, 'a Markdown file is no post: it is left out'),
  )
  return { source, readPreview: null, media: null, sizeOf: () => null }
}

function createGhostCms(ghost: GhostConfig, options: CmsOptions): Cms {
  const { config, labelsIn, keyFor, breaker, log, now, observer } = options
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const rewriterOptions = createRewriterOptions(config, ghost.url, keyFor)
  const rewriter = createGhostRewriter(rewriterOptions)
  const make =
    options.postThread === null
      ? here(createPostMaker(createSanitise(rewriter, labelsIn), rewriter, config.siteUrl))
      : inThread(options.postThread, rewriterOptions)
  const readPost = createPostReader(make, createPlainPostMaker(rewriter, ghost.url, config.siteUrl), (plain) =>
    log.warn(plain, 'a post cannot be made as its author wrote it: it is shown in plain words'),
  )
  const sizes = createPictureSizes(measure)
  const browsePosts = createGhostClient(ghost, observeFetch(fetch, 'posts', observer), now)
  return {
    source: createGhostSource(browsePosts, readPost, (unreadable) =>
      log.error(unreadable, 'ghost sent a post that is none: it is left out'),
    ),
    readPreview:
      config.adminKey === null
        ? null
        : createGhostPreviews(
            createGhostAdmin(
              createGhostRequest(ghost, observeFetch(fetch, 'drafts', observer), now),
              config.adminKey,
              now,
            ),
            readPost,
            breaker,
            ghost.timeoutMs,
            now,
          ),
    media: createGhostMedia(ghost, signature, sizes, options),
    sizeOf: sizes.of,
  }
}

type Make = Parameters<typeof createPostReader>[0]

const inThread =
  (thread: PostThread, options: RewriterOptions): Make =>
  (post, language) =>
    thread.make(options, post, language)

const here =
  (make: MakePost): Make =>
  (post, language) => {
    try {
      return Promise.resolve({ kind: 'made', post: make(post, language) })
    } catch (error) {
      return Promise.resolve({ kind: 'failed', reason: String(error) })
    }
  }

function createGhostMedia(
  ghost: GhostConfig,
  signature: Signature,
  sizes: PictureSizes,
  { config: { media, mediaHosts }, keyFor, outside, breaker, log, now, observer, development }: CmsOptions,
): RequestHandler {
  const directory = resolve(projectRoot, media.directory)
  const rendersAtOnce = rendersWithin(media.memoryBytes, availableParallelism())
  const memoryBytes = Math.floor(media.memoryBytes / rendersAtOnce)
  const fetchAs = (kind: CallKind) => observeFetch(fetch, kind, observer)
  // Media have a timeout of their own, and often a server of their own too, so an open circuit does not concern them: only what
  // Ghost itself asked for by Retry-After does.
  const leaveStorageAlone = () => breaker.state().kind === 'resting'
  return createMedia({
    ghostUrl: ghost.url,
    mediaHosts,
    signature,
    sizes,
    files: createStoredFiles(ghost.timeoutMs, fetchAs('files'), leaveStorageAlone),
    pictures: createPictures({
      sources: {
        storage: createStorageSource(fetchAs('pictures'), ghost.timeoutMs),
        elsewhere: createExternalSource({ fetch: fetchAs('external_pictures'), ...outside }),
      },
      leaveStorageAlone,
      render: observeRender(development ? render : createRenderer({ memoryBytes }), observer),
      undecodable: createUndecodableSources({ directory: media.maxBytes > 0 ? directory : null, memoryBytes, now }),
      store: createDiskStore(directory, media.maxBytes, keyFor('pictures on disk'), log, now),
      log,
      now,
      rendersAtOnce,
    }),
  })
}
