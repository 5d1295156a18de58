import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Express, RequestHandler } from 'express'
import fetch from 'node-fetch'
import * as renderer from '../client/entry-server.tsx'
import { createGhostSubscribe } from './answers/ghost-members.ts'
import { createSimulatedSubscribe } from './answers/newsletter.ts'
import { createApp } from './app.ts'
import { createStaticFiles, readPageAssets } from './assets.ts'
import type { Config, GhostConfig } from './config.ts'
import type { Log } from './log.ts'
import { externalPath } from './media/address.ts'
import { createDiskStore } from './media/disk-store.ts'
import { createMedia } from './media/media.ts'
import { createExternalSource, createStorageSource, type ExternalOptions } from './media/picture-source.ts'
import { createPictures } from './media/pictures.ts'
import { render } from './media/rendition.ts'
import { createSignature, type Signature } from './media/signature.ts'
import { createStoredFiles } from './media/stored-files.ts'
import type { AssetsFor } from './pages/pages.ts'
import { createAddressRewriter } from './posts/cms-address.ts'
import { createGhostSource } from './posts/ghost.ts'
import { createGhostClient } from './posts/ghost-client.ts'
import { createMarkdownSource } from './posts/markdown.ts'
import { createPosts, type Posts } from './posts/posts.ts'
import type { ArticleSource } from './posts/reading.ts'
import { createSanitise, type SanitiseLabels } from './posts/sanitise.ts'
import { projectRoot } from './project-root.ts'
import { createTexts } from './texts.ts'

export type Site = {
  app: Express
  posts: Posts
  /** From now on `/readyz` answers 503, so that the proxy in front sends nobody here any more. */
  retire: () => void
}

/** How the browser's bundle is found: as built, or as Vite serves it in development. */
export type Bundle = { assetsFor: AssetsFor; staticFiles: RequestHandler; development: boolean }

export async function readBundle(): Promise<Bundle> {
  const folder = join(projectRoot, 'dist/client')
  return { assetsFor: await readPageAssets(folder), staticFiles: await createStaticFiles(folder), development: false }
}

/** How long Markdown files may take to be read, in milliseconds. */
const longestFileReadMs = 5000

/**
 * Puts the parts together. `now` gives milliseconds since 1970; nothing here listens or reads the environment.
 *
 * @param outside how other hosts' pictures are reached; tests play them on this machine
 */
export function createSite(
  config: Config,
  bundle: Bundle,
  log: Log,
  now: () => number = Date.now,
  outside: Partial<ExternalOptions> = {},
): Site {
  const texts = createTexts((message) => log.warn(message))
  const labels: SanitiseLabels = {
    embed: (language, host) => texts.getFixedT(language, 'blog')('embed', { host }),
    table: (language) => texts.getFixedT(language, 'blog')('table'),
  }
  const posts = createPosts({
    source: sourceOf(config, labels),
    now,
    ...config.posts,
    timeoutMs: config.ghost?.timeoutMs ?? longestFileReadMs,
    onFailure: (asked, { message, type }) => log.error({ asked, type, message }, 'posts could not be read'),
  })
  const { ghost } = config
  const subscribe =
    ghost && config.newsletter === 'ghost' ? createGhostSubscribe(ghost, fetch, log) : createSimulatedSubscribe()
  let ready = true
  const app = createApp({
    config,
    posts,
    subscribe,
    media: ghost ? mediaOf(ghost, config, outside, log, now) : null,
    texts,
    renderer,
    ...bundle,
    isReady: () => ready,
    log,
    now,
  })
  return {
    app,
    posts,
    retire() {
      ready = false
    },
  }
}

function mediaOf(
  ghost: GhostConfig,
  { media }: Config,
  outside: Partial<ExternalOptions>,
  log: Log,
  now: () => number,
): RequestHandler {
  return createMedia({
    ghostUrl: ghost.url,
    signature: signatureOf(ghost, media),
    files: createStoredFiles(ghost.timeoutMs, fetch),
    pictures: createPictures({
      sources: {
        storage: createStorageSource(fetch, ghost.timeoutMs),
        elsewhere: createExternalSource({ fetch, ...outside }),
      },
      render,
      store: createDiskStore(resolve(projectRoot, media.directory), media.maxBytes, log, now),
      log,
      now,
      // One core, and Node's file and compression threads, stay for visitors.
      rendersAtOnce: Math.min(3, Math.max(1, availableParallelism() - 1)),
    }),
  })
}

function signatureOf(ghost: GhostConfig, media: Config['media']): Signature {
  return createSignature(media.secret ?? ghost.key)
}

function sourceOf({ ghost, posts, siteUrl, media }: Config, labels: SanitiseLabels): ArticleSource {
  if (ghost === null) return createMarkdownSource(resolve(projectRoot, posts.directory), createSanitise(null, labels))
  const signature = signatureOf(ghost, media)
  const rewriter = createAddressRewriter(ghost.url, siteUrl, (address) => externalPath(address, signature))
  return createGhostSource(createGhostClient(ghost, fetch), createSanitise(rewriter, labels), rewriter)
}
