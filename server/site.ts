import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import type { Context } from './config/context.ts'
import { createKeys } from './config/derived-keys.ts'
import { createDeliveryRoutes } from './delivery/routes.ts'
import { createFormToken } from './forms/form-token.ts'
import { createForms } from './forms/forms.ts'
import { createFormOfPage } from './forms/page-form.ts'
import { createLanguageToggle } from './forms/language-toggle.ts'
import { createRecipientLimit } from './forms/limits.ts'
import { createFormBody } from './forms/request-checks.ts'
import { withinTime } from './http/deadline.ts'
import { fetch, observeFetch } from './http/fetch.ts'
import { createTexts } from './http/texts.ts'
import { createMedia } from './media/media.ts'
import { createPlaces } from './media/picture-renderer.ts'
import { createPictureSizes } from './media/picture-sizes.ts'
import type { ExternalOptions } from './media/picture-source.ts'
import { createShareImages } from './media/share-images.ts'
import { createSharpCheck } from './media/sharp-check.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createSpool } from './outbox/spool.ts'
import type { Bundle } from './pages/bundle.ts'
import { createPreviews } from './pages/previews.ts'
import { createWarmUp } from './pages/warm-up.ts'
import { createDebounce } from './posts/change.ts'
import { createCms } from './posts/cms.ts'
import { createSearch } from './posts/search/search.ts'
import type { Log } from './runtime/log.ts'
import { type Observer, unobserved } from './runtime/observer.ts'
import { projectRoot } from './runtime/project-root.ts'
import { createWebhook } from './webhook/webhook.ts'

/** The start waits so long for the lists of the former process; later ones are used as soon as they are read. */
const longestRestoreMs = 1000

/**
 * Puts the parts together. Nothing here listens or reads the environment.
 *
 * @param now gives milliseconds since 1970
 * @param outside how other hosts' pictures are reached; tests play them on this machine
 */
export function createSite(
  config: Config,
  bundle: Bundle,
  log: Log,
  now: () => number = Date.now,
  outside: Partial<ExternalOptions> = {},
  observer: Observer = unobserved,
) {
  const texts = createTexts((message) => log.warn(message))
  const keyFor = createKeys(config)
  const context: Context = { config, keyFor, texts, log, now, observer }
  const { ghost, webhookSecret } = config
  const sizes = createPictureSizes()
  const sizeOf = (path: string) => sizes.get(path) ?? null
  const places = createPlaces(config.media.memoryBytes, availableParallelism())
  const cms = createCms(context, { ...bundle, sizeOf })
  const { posts } = cms
  // Media often have a server of their own, which may be well if Ghost fails: only Ghost's own Retry-After concerns them.
  const leaveStorageAlone = cms.isRateLimited
  const { development, letters } = bundle
  const media = ghost && createMedia(context, ghost, { places, sizes, leaveStorageAlone, outside, development })
  const search = createSearch(posts)
  const onChange = createDebounce(() => posts.refresh().then(() => warmUp.warm()))

  const consumeRecipient = createRecipientLimit(now)
  const fetchMembers = observeFetch(fetch, 'members', observer)
  const routes = createDeliveryRoutes(config, texts, fetchMembers, now, consumeRecipient, log)
  const outbox = createOutbox({
    spool: createSpool(resolve(projectRoot, config.outbox.directory)),
    maxBytes: config.outbox.maxBytes,
    routes,
    now,
    random: Math.random,
    log,
    observer,
  })
  const token = createFormToken(keyFor('form token'), now)
  const formBody = createFormBody()
  const forms = createForms(context, {
    ...{ token, formBody, consumeRecipient },
    accept: outbox.accept,
    fetch: observeFetch(fetch, 'recaptcha', observer),
  })

  const sharp = createSharpCheck(log)
  let ready = true
  const isReady = () => ready
  const { readPreview } = cms
  const { assetsFor } = bundle
  const { listener: app, pages } = createApp(context, bundle, {
    content: { posts, search, feedHtml: cms.feedHtml },
    formOfPage: createFormOfPage(token),
    handlers: {
      forms,
      languageToggle: [formBody, createLanguageToggle(config.siteUrl.startsWith('https:'))],
      media: media && media.handle,
      shareImages: letters && createShareImages({ config, posts, letters, takePlace: places.take, log }),
      webhook: webhookSecret === null ? null : createWebhook({ secret: webhookSecret, now, onChange, log }),
      preview: readPreview && createPreviews(context, { posts, readPreview, assetsFor }),
    },
    isReady,
    diagnostics: () => {
      const lines = [posts, media, outbox, sharp].flatMap((part) => part?.diagnostics() ?? [])
      // A picture may have found out, too, that there is no sharp.
      return [...new Set(lines)]
    },
  })
  const keepsPosts = config.posts.ttlMs > 0
  const warmUp = createWarmUp({ pages, posts, search, texts, keepsPosts, pageSize: config.blogPageSize, log })

  return {
    app,
    /** Delivers from `start` on, until `stop`. */
    outbox: outbox as Pick<Outbox, 'start' | 'stop' | 'state'>,
    /** How the site is right now, for metrics. */
    gauges: {
      isReady,
      ...cms.gauges,
      outbox: outbox.state,
    },
    ...warmUp,
    /** Finds out whether pictures can be made, for `/readyz`. */
    checkSharp: () => places.take(sharp.check),
    /** From now on `/readyz` answers 503, so that the proxy in front sends no more visitors here. */
    retire() {
      ready = false
    },
    /** Reads the lists of the former process. Waits a second at most. */
    restore: () => withinTime(posts.restore(), longestRestoreMs),
  }
}

export type Site = ReturnType<typeof createSite>
