import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import * as renderer from '../client/entry-server.tsx'
import { createApp } from './app.ts'
import type { Bundle } from './composition/bundle.ts'
import { createChanges } from './composition/changes.ts'
import { type Cms, createCms } from './composition/cms.ts'
import { createShareImagesOf } from './composition/media.ts'
import type { Config } from './config/config.ts'
import { createKeys } from './config/derived-keys.ts'
import { projectRoot } from './config/project-root.ts'
import { createDeliveryRoutes } from './delivery/routes.ts'
import { createEdge } from './edge/edge.ts'
import { createRecipientLimit } from './forms/recipient-limit.ts'
import { withinTime } from './http/deadline.ts'
import { fetch } from './http/fetch.ts'
import { createTexts } from './http/texts.ts'
import type { Log } from './log/log.ts'
import { type Observer, unobserved } from './log/observer.ts'
import type { ExternalOptions } from './media/picture-source.ts'
import { createSharpCheck } from './media/sharp-check.ts'
import type { Gauges } from './metrics/gauges.ts'
import { observeAccept, observeFetch, observeRoutes } from './metrics/observe.ts'
import { createDeliveryLeases } from './outbox/delivery-lease.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createSpool } from './outbox/spool.ts'
import { createWarmUp } from './pages/warm-up.ts'
import type { Posts } from './posts/posts.ts'
import { createSearch } from './posts/search/search.ts'
import { createSharedState } from './redis/shared-state.ts'
import { createWebhook } from './webhook/webhook.ts'

export type Site = {
  app: RequestListener
  posts: Posts
  cms: Pick<Cms, 'state'>
  /** Delivers from `start` on, until `stop`. */
  outbox: Pick<Outbox, 'start' | 'stop' | 'state'>
  /** How it is right now, for metrics. */
  gauges: Gauges
  /** From now on `/readyz` answers 503, so that the proxy in front sends no more visitors here. */
  retire: () => void
  /** Makes the lists of posts before visitors ask for them, as after a change. */
  warm: () => Promise<void>
  /** The same; resolves without them where their source takes longer. */
  warmWithin: (waitMs: number) => Promise<void>
  /** Finds out whether pictures can be made, for `/readyz`. */
  checkSharp: () => Promise<void>
  /** Reaches for what is shared with other instances, and reads the lists of before; waits two seconds at most: before visitors come. */
  connect: () => Promise<void>
  /** Lets go of it, once nothing is answered any more. */
  disconnect: () => Promise<void>
}

/** How long the start waits for the lists of before, once it has waited for Redis; they are taken later too. */
const longestRestoreMs = 1000

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
  const sharedState = createSharedState(
    config,
    keyFor,
    log,
    (change) => changes.onPublished(change),
    observer.onRedisFault,
  )
  const { development, postJobs, readBuiltPosts } = bundle
  const fetchToPurge = observeFetch(fetch, 'purges', observer)
  const edge = createEdge({ config, build: bundle.build, fetch: fetchToPurge, sharedState, now, log })
  const { headers: edgeHeaders, onDifference } = edge
  const options = { config, texts, keyFor, outside, log, now, observer, development, postJobs, readBuiltPosts }
  const { posts, ...cms } = createCms({ ...options, edgeHeaders, onDifference, snapshots: sharedState.snapshots })
  const search = createSearch(posts)
  const changes = createChanges(
    (change) => posts.refresh(change).then(() => warmUp.warm()),
    sharedState.publish,
    config.posts.ttlMs,
  )

  const consumeRecipient = createRecipientLimit(keyFor('recipients'), sharedState.rateStore, now)
  const fetchMembers = observeFetch(fetch, 'members', observer)
  const routes = createDeliveryRoutes(config, texts, fetchMembers, now, consumeRecipient, log)
  const outbox = createOutbox({
    spool: createSpool(resolve(projectRoot, config.outbox.directory)),
    maxBytes: config.outbox.maxBytes,
    routes: observeRoutes(routes, observer),
    leases: createDeliveryLeases(sharedState.leases),
    now,
    uptime: () => performance.now(),
    random: Math.random,
    log,
  })
  const sharp = createSharpCheck(log)
  let ready = true
  const isReady = () => ready
  const secret = config.webhookSecret
  const { listener: app, pages } = createApp({
    ...bundle,
    ...{ config, posts, search, keyFor, texts, sharedState, edgeHeaders, log, now, observer, isReady },
    accept: observeAccept(outbox.accept, observer),
    consumeRecipient,
    renderer,
    fetch: observeFetch(fetch, 'recaptcha', observer),
    media: cms.media,
    shareImages: createShareImagesOf(bundle.letters, { posts, edgeHeaders, log }),
    readPreview: cms.readPreview,
    feedHtml: cms.feedHtml,
    webhook: secret === null ? null : createWebhook({ secret, now, ...changes, log }),
    diagnostics: () => {
      const lines = [sharedState, edge, cms, outbox, sharp].flatMap((part) => part.diagnostics())
      // A picture may have found out, too, that there is no sharp.
      return [...new Set(lines)]
    },
  })
  const warmUp = createWarmUp({ pages, posts, search, texts, keepsPosts: config.posts.ttlMs > 0, log })
  return {
    app,
    posts,
    cms,
    outbox,
    gauges: {
      isReady,
      ...cms.gauges,
      outbox: outbox.state,
      redis: sharedState.redis,
      edgeWaitingSeconds: edge.waitingSeconds,
    },
    ...warmUp,
    checkSharp: sharp.check,
    retire() {
      ready = false
    },
    async connect() {
      const restored = posts.restore()
      await sharedState.connect()
      await withinTime(restored, longestRestoreMs)
      await edge.start(posts)
    },
    async disconnect() {
      await edge.stop()
      sharedState.disconnect()
    },
  }
}
