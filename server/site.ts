import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Express, RequestHandler } from 'express'
import fetch from 'node-fetch'
import * as renderer from '../client/entry-server.tsx'
import { createSimulatedSubscribe } from './answers/newsletter.ts'
import type { Accept } from './answers/outgoing.ts'
import { createApp } from './app.ts'
import { createStaticFiles, readPageAssets } from './assets.ts'
import type { Config } from './config.ts'
import { createRoutes } from './delivery/routes.ts'
import type { Log } from './log.ts'
import { createMedia } from './media.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createSpool } from './outbox/spool.ts'
import type { AssetsFor } from './pages/pages.ts'
import { createAddressRewriter } from './posts/cms-address.ts'
import { createChangeGathering } from './posts/change.ts'
import { createGhostSource, createPostReader } from './posts/ghost.ts'
import { createGhostAdmin } from './posts/ghost-admin.ts'
import { createGhostClient } from './posts/ghost-client.ts'
import { createGhostPreviews } from './posts/ghost-previews.ts'
import { createGhostRequest } from './posts/ghost-request.ts'
import { createMarkdownSource } from './posts/markdown.ts'
import { createPosts, type Posts } from './posts/posts.ts'
import type { ArticleSource } from './posts/reading.ts'
import { createSanitise, type SanitiseLabels } from './posts/sanitise.ts'
import { projectRoot } from './project-root.ts'
import { createKeys } from './secret.ts'
import { createTexts } from './texts.ts'
import { createWebhook } from './webhook/webhook.ts'

export type Site = {
  app: Express
  posts: Posts
  /** Delivers from `start` on, until `stop`. */
  outbox: Pick<Outbox, 'start' | 'stop' | 'state'>
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

/** Ghost sends the three or four deliveries of one change within some ten milliseconds. */
const changeGatheringMs = 100

/** Puts the parts together. `now` gives milliseconds since 1970; nothing here listens or reads the environment. */
export function createSite(config: Config, bundle: Bundle, log: Log, now: () => number = Date.now): Site {
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
  const { ghost, newsletter } = config
  const outbox = createOutbox({
    spool: createSpool(resolve(projectRoot, config.outbox.directory)),
    maxBytes: config.outbox.maxBytes,
    routes: createRoutes(config, texts, fetch),
    now,
    random: Math.random,
    log,
  })
  const simulate = createSimulatedSubscribe()
  const accept: Accept = (outgoing) =>
    (outgoing.kind === 'subscription' && newsletter === 'simulated' ? simulate : outbox.accept)(outgoing)
  const onChange = createChangeGathering(posts.refresh, () => delay(changeGatheringMs))
  const secret = config.webhookSecret
  let ready = true
  const app = createApp({
    config,
    posts,
    accept,
    keyFor: createKeys(config),
    fetch,
    media: ghost ? createMedia(ghost.url, ghost.timeoutMs, fetch) : null,
    readPreview: readPreviewOf(config, labels, now),
    webhook: secret === null ? null : createWebhook({ secret, now, onChange, log }),
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
    outbox,
    retire() {
      ready = false
    },
  }
}

function readPreviewOf({ ghost, adminKey, siteUrl }: Config, labels: SanitiseLabels, now: () => number) {
  if (ghost === null || adminKey === null) return null
  const rewriter = createAddressRewriter(ghost.url, siteUrl)
  const askAdmin = createGhostAdmin(createGhostRequest(ghost, fetch), adminKey, now)
  return createGhostPreviews(
    askAdmin,
    createPostReader(createSanitise(rewriter, labels), rewriter, siteUrl),
    ghost.timeoutMs,
    now,
  )
}

function sourceOf({ ghost, posts, siteUrl }: Config, labels: SanitiseLabels): ArticleSource {
  if (ghost === null)
    return createMarkdownSource(resolve(projectRoot, posts.directory), createSanitise(null, labels), siteUrl)
  const rewriter = createAddressRewriter(ghost.url, siteUrl)
  const toPost = createPostReader(createSanitise(rewriter, labels), rewriter, siteUrl)
  return createGhostSource(createGhostClient(ghost, fetch), toPost)
}
