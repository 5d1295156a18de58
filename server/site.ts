import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import fetch from 'node-fetch'
import * as renderer from '../client/entry-server.tsx'
import { createApp } from './app.ts'
import type { Bundle } from './composition/bundle.ts'
import { createChanges } from './composition/changes.ts'
import { type Cms, createCms } from './composition/cms.ts'
import type { Config } from './config/config.ts'
import { createKeys } from './config/derived-keys.ts'
import { projectRoot } from './config/project-root.ts'
import { createRecipients, withinRecipients } from './delivery/recipients.ts'
import { createRoutes } from './delivery/routes.ts'
import { createSimulatedSubscribe } from './forms/newsletter.ts'
import { createTexts } from './http/texts.ts'
import type { Log } from './log/log.ts'
import { type Observer, unobserved } from './log/observer.ts'
import type { ExternalOptions } from './media/picture-source.ts'
import { observeAccept, observeFetch, observeRoutes } from './metrics/observed.ts'
import type { Vitals } from './metrics/registry.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import type { Accept } from './outbox/outgoing.ts'
import { createSpool } from './outbox/spool.ts'
import { createTurns } from './outbox/turns.ts'
import { createWarmUp } from './pages/warm-up.ts'
import type { Posts } from './posts/posts.ts'
import { createSharing } from './redis/shared-state.ts'
import { createWebhook } from './webhook/webhook.ts'

export type Site = {
  app: RequestListener
  posts: Posts
  cms: Pick<Cms, 'state'>
  /** Delivers from `start` on, until `stop`. */
  outbox: Pick<Outbox, 'start' | 'stop' | 'state'>
  /** How it is right now, for metrics. */
  vitals: Vitals
  /** From now on `/readyz` answers 503, so that the proxy in front sends no more visitors here. */
  retire: () => void
  /** Makes pages before visitors ask for them. */
  warm: () => Promise<void>
  /** Reaches for what is shared with other instances, and waits a second at most: to be called before visitors come. */
  connect: () => Promise<void>
  /** Lets go of it, once nothing is answered any more. */
  disconnect: () => void
}

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
  const sharing = createSharing(
    config,
    keyFor,
    log,
    now,
    (change) => changes.onPublished(change),
    observer.onRedisFault,
  )
  const { development, postThread } = bundle
  const options = { config, texts, keyFor, outside, log, now, observer, development, postThread }
  const { posts, pagePosts, ...cms } = createCms({ ...options, shared: sharing.posts })
  const changes = createChanges((change) => posts.refresh(change).then(() => warmUp()), sharing.tell)

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
    (outgoing.kind === 'subscription' && config.newsletter === 'simulated' ? simulate : keep)(outgoing, identity)

  let ready = true
  const isReady = () => ready
  const secret = config.webhookSecret
  const { listener: app, pages } = createApp({
    ...bundle,
    ...{ config, posts: pagePosts, accept, keyFor, texts, sharing, log, now, observer, isReady },
    renderer,
    fetch: observeFetch(fetch, 'recaptcha', observer),
    media: cms.media,
    readPreview: cms.readPreview,
    webhook: secret === null ? null : createWebhook({ secret, now, ...changes, log }),
    diagnostics: () => [...sharing.remarks(), ...cms.diagnostics(), ...outbox.remarks()],
  })
  const warmUp = createWarmUp({ pages, posts, texts, keepsPosts: config.posts.ttlMs > 0, log })
  return {
    app,
    posts,
    cms,
    outbox,
    vitals: { isReady, ...cms.gauges, outbox: outbox.state, redis: sharing.redis },
    warm: warmUp,
    retire() {
      ready = false
    },
    connect: sharing.connect,
    disconnect: sharing.disconnect,
  }
}
