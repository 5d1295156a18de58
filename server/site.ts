import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import fetch from 'node-fetch'
import * as renderer from '../client/entry-server.tsx'
import { createSimulatedSubscribe } from './forms/newsletter.ts'
import type { Accept } from './outbox/outgoing.ts'
import { createApp } from './app.ts'
import { createStaticFiles, readPageAssets } from './pages/assets.ts'
import type { Config } from './config/config.ts'
import { createCms } from './cms.ts'
import { createRoutes } from './delivery/routes.ts'
import type { Log } from './log/log.ts'
import type { ExternalOptions } from './media/picture-source.ts'
import { observeAccept, observeFetch, observePosts, observeRoutes } from './metrics/observed.ts'
import type { Vitals } from './metrics/registry.ts'
import { type Observer, unobserved } from './log/observer.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createSpool } from './outbox/spool.ts'
import { createTurns } from './outbox/turns.ts'
import { createIdleQueue } from './pages/idle-queue.ts'
import type { AssetsFor } from './pages/pages.ts'
import { createShrinking } from './pages/shrinking.ts'
import { createWarming } from './pages/warming.ts'
import { createDebounce } from './posts/change.ts'
import { createPostLabels } from './posts/html/labels.ts'
import { createGuard, type SourceState } from './posts/source/guard.ts'
import { createPostThread, type PostThread } from './posts/ghost/post-thread.ts'
import { createPosts, type Posts } from './posts/posts.ts'
import { withResolvedLinks } from './posts/resolved-links.ts'
import { withPictureSizes } from './posts/sized-pictures.ts'
import { projectRoot } from './config/project-root.ts'
import { createRecipients, withinRecipients } from './delivery/recipients.ts'
import { createKeys } from './config/derived-keys.ts'
import type { InlineTexts } from './http/security-headers.ts'
import { createSharing } from './redis/shared-state.ts'
import { createTexts } from './http/texts.ts'
import { createWebhook } from './webhook/webhook.ts'

export type Site = {
  app: RequestListener
  posts: Posts
  /** How the source of the posts is, as far as its last calls tell. */
  cms: { state: () => SourceState }
  /** Delivers from `start` on, until `stop`. */
  outbox: Pick<Outbox, 'start' | 'stop' | 'state'>
  /** How it is right now, for whoever watches. */
  vitals: Vitals
  /** From now on `/readyz` answers 503, so that the proxy in front sends nobody here any more. */
  retire: () => void
  /** Makes the pages that search engines may list, one after another, when there is nothing else to do. */
  warm: () => Promise<void>
  /** Reaches for what is shared with other instances, and waits a second at most: to be called before visitors come. */
  connect: () => Promise<void>
  /** Lets go of it, once nothing is answered any more. */
  disconnect: () => void
}

/** How the browser's bundle is found: as built, or as Vite serves it in development. */
export type Bundle = {
  assetsFor: AssetsFor
  /** The texts of the style and script elements that pages carry: of the styles, each page's own. */
  inlineTexts: InlineTexts
  staticFiles: RequestHandler
  development: boolean
  /** Makes posts of what Ghost sends; null where it is not built. */
  postThread: PostThread | null
}

/** The bundle as `npm run build` has left it in dist/client; rejects where it is not there. */
export async function readBundle(): Promise<Bundle> {
  const folder = join(projectRoot, 'dist/client')
  const postThread = createPostThread(join(projectRoot, 'dist/server/post-worker.js'))
  return {
    ...(await readPageAssets(folder)),
    staticFiles: await createStaticFiles(folder),
    development: false,
    postThread,
  }
}

/** How long Markdown files may take to be read, in milliseconds. */
const longestFileReadMs = 5000

/** Ghost sends the three or four deliveries of one change within some ten milliseconds. */
const changeGatheringMs = 100
/** The instance that was told first reads first: the others find what it has read, and Ghost is asked once. */
const headStartMs = 500
/** What strangers can bring about happens no more often than copies grow old by themselves. */
const restAfterUnreadMs = 60_000

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
  observer: Observer = unobserved,
): Site {
  const texts = createTexts((message) => log.warn(message))
  const keyFor = createKeys(config)
  const guard = createGuard({
    now,
    random: Math.random,
    backsOff: config.posts.ttlMs > 0,
    timeoutMs: config.ghost?.timeoutMs ?? longestFileReadMs,
    onOpen: (why) => log.warn({ why }, 'posts: the source is failing, it is left alone and copies are served'),
    onClose: () => log.info('posts: the source answers again'),
  })
  const cms = createCms({
    config,
    labelsIn: createPostLabels(texts),
    keyFor,
    outside,
    guard,
    log,
    now,
    observer,
    development: bundle.development,
    postThread: bundle.postThread,
  })
  const sharing = createSharing(config, keyFor, log, now, (change) => refreshToo(change), observer.onRedisFault)
  const posts = createPosts({
    source: cms.source,
    guard,
    shared: sharing.posts,
    snapshot: cms.snapshot,
    now,
    ...config.posts,
    onFailure: (asked, { message, type, fault }) =>
      log.error(
        { asked, type, message },
        fault === 'key' ? 'posts could not be read: GHOST_CONTENT_API_KEY is refused' : 'posts could not be read',
      ),
  })
  const { newsletter } = config
  const takeRecipient = createRecipients(keyFor('recipients'), sharing, now)
  const routes = createRoutes(config, texts, observeFetch(fetch, 'members', observer), now, takeRecipient)
  const outbox = createOutbox({
    spool: createSpool(resolve(projectRoot, config.outbox.directory)),
    maxBytes: config.outbox.maxBytes,
    routes: observeRoutes(routes, observer),
    turns: createTurns(sharing.names),
    now,
    uptime: () => performance.now(),
    random: Math.random,
    log,
  })
  const simulate = createSimulatedSubscribe()
  const keep = withinRecipients(observeAccept(outbox.accept, observer), takeRecipient, log)
  const accept: Accept = (outgoing, identity) =>
    (outgoing.kind === 'subscription' && newsletter === 'simulated' ? simulate : keep)(outgoing, identity)
  const refreshToo = createDebounce(posts.refresh, () => delay(headStartMs, undefined, { ref: false }))
  const onChange = createDebounce(
    (change) => {
      sharing.tell(change)
      return posts.refresh(change)
    },
    () => delay(changeGatheringMs),
  )
  const restAfterUnread = () => delay(restAfterUnreadMs, undefined, { ref: false })
  const secret = config.webhookSecret
  const queue = createIdleQueue((error) => log.error({ err: error }, 'a page could not be made ahead'))
  const shrinking = createShrinking(queue)
  let ready = true
  const { listener: app, pages } = createApp({
    config,
    posts: withPictureSizes(withResolvedLinks(observePosts(posts, observer), config.siteUrl), cms.sizeOf),
    accept,
    keyFor,
    fetch: observeFetch(fetch, 'recaptcha', observer),
    media: cms.media,
    readPreview: cms.readPreview,
    webhook: secret === null ? null : createWebhook({ secret, now, onChange, restAfterUnread, log }),
    texts,
    renderer,
    ...bundle,
    isReady: () => ready,
    remarks: () => [...sharing.remarks(), ...posts.diagnostics(), ...outbox.remarks()],
    shrinking,
    sharing,
    log,
    now,
    observer,
  })
  const warming = createWarming({ pages, posts, texts, queue, shrinking, config })
  return {
    app,
    posts,
    cms: { state: guard.state },
    outbox,
    vitals: {
      isReady: () => ready,
      list(language) {
        const list = posts.peekList(language)
        return list && { length: list.value.length, ageSeconds: (now() - list.readAt) / 1000 }
      },
      isSourceSpared: () => posts.diagnostics().length > 0,
      outbox: outbox.state,
      redis: sharing.redis,
    },
    warm: warming.start,
    retire() {
      ready = false
    },
    connect: sharing.connect,
    disconnect: sharing.disconnect,
  }
}
