import { join, resolve } from 'node:path'
import type { Express, RequestHandler } from 'express'
import fetch from 'node-fetch'
import * as renderer from '../client/entry-server.tsx'
import { createGhostSubscribe } from './answers/ghost-members.ts'
import { createSimulatedSubscribe } from './answers/newsletter.ts'
import { createApp } from './app.ts'
import { createStaticFiles, readPageAssets } from './assets.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { createMedia } from './media.ts'
import type { AssetsFor } from './pages/pages.ts'
import { createAddressRewriter } from './posts/cms-address.ts'
import { createGhostSource } from './posts/ghost.ts'
import { createGhostClient } from './posts/ghost-client.ts'
import { createPostLabels } from './posts/html/labels.ts'
import { rememberSanitised } from './posts/html/remembered.ts'
import { createMarkdownSource } from './posts/markdown.ts'
import { createPosts, type Posts } from './posts/posts.ts'
import type { ArticleSource } from './posts/reading.ts'
import { createSanitise } from './posts/sanitise.ts'
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

/** Puts the parts together. `now` gives milliseconds since 1970; nothing here listens or reads the environment. */
export function createSite(config: Config, bundle: Bundle, log: Log, now: () => number = Date.now): Site {
  const texts = createTexts((message) => log.warn(message))
  const posts = createPosts({
    source: sourceOf(config, createPostLabels(texts)),
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
    media: ghost ? createMedia(ghost.url, ghost.timeoutMs, fetch) : null,
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

function sourceOf({ ghost, posts, siteUrl }: Config, labelsIn: ReturnType<typeof createPostLabels>): ArticleSource {
  if (ghost === null)
    return createMarkdownSource(
      resolve(projectRoot, posts.directory),
      rememberSanitised(createSanitise(null, labelsIn)),
    )
  const rewriter = createAddressRewriter(ghost.url, siteUrl)
  return createGhostSource(
    createGhostClient(ghost, fetch),
    rememberSanitised(createSanitise(rewriter, labelsIn)),
    rewriter,
  )
}
