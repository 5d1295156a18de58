import { resolve } from 'node:path'
import { createApp } from './app.ts'
import type { Bundle } from './bundle/bundle.ts'
import { type Clock, type Config, type Context, createKeys, systemClock } from './config/config.ts'
import { createDeliveryRoutes } from './delivery/delivery.ts'
import {
  createFormBody,
  createForms,
  createFormToken,
  createInitialFormState,
  createLanguageToggle,
  createRecipientLimit,
} from './forms/forms.ts'
import { withinTime } from './http/deadline.ts'
import { fetch as call, identified, observeFetch } from './http/fetch.ts'
import { createTexts } from './i18n/texts.ts'
import { createMedia, type ExternalOptions } from './media/media.ts'
import { createShareImages } from './share-images/share-images.ts'
import { createOutbox, createSpool, type Outbox } from './outbox/outbox.ts'
import { createDebounce } from './runtime/debounce.ts'
import { createPages } from './pages/pages.ts'
import { createCms } from './posts/posts.ts'
import { createSearch } from './search/search.ts'
import type { Log } from './runtime/log.ts'
import { type Observer, unobserved } from './runtime/observer.ts'
import { projectRoot } from './runtime/project-root.ts'
import { createWebhook } from './webhook/webhook.ts'

/** How long the start waits for the stored lists of posts. A list that takes longer is used as soon as it is read. */
const maxRestoreMs = 1000

/**
 * Creates all parts of the server and connects them. Does not listen, and does not read the environment.
 *
 * @param outside how to reach other hosts' pictures; tests run these hosts on this machine
 */
export function createSite(
  config: Config,
  bundle: Bundle,
  log: Log,
  clock: Clock = systemClock,
  outside: Partial<ExternalOptions> = {},
  observer: Observer = unobserved,
) {
  const texts = createTexts((message) => log.warn(message))
  const keyFor = createKeys(config)
  const fetch = identified(call, config.siteUrl)
  const context: Context = { config, keyFor, texts, fetch, log, ...clock, observer }
  const { source, webhookSecret } = config
  const cms = createCms(context, {
    ...bundle,
    sizeOf: (path) => media?.sizeOf(path) ?? null,
    measure: async (paths) => media?.measure(paths),
  })
  const { posts } = cms
  // Media often have their own server. So a failing API does not pause them; only Ghost's Retry-After does.
  const media =
    source.kind === 'markdown' ? null : createMedia(context, source, { isStoragePaused: cms.isRateLimited, outside })
  const search = createSearch(posts)
  const onChange = createDebounce(() => posts.refresh().then(() => pages.warmUp.warm()))

  const consumeRecipient = createRecipientLimit(clock.uptime)
  const fetchMembers = observeFetch(fetch, 'members', observer)
  const routes = createDeliveryRoutes(config, texts, fetchMembers, clock.now, consumeRecipient, log)
  const outbox = createOutbox({
    spool: createSpool(resolve(projectRoot, config.outbox.directory)),
    maxBytes: config.outbox.maxBytes,
    routes,
    ...clock,
    random: Math.random,
    log,
    observer,
  })
  const token = createFormToken(keyFor('form token'), clock.now)
  const formBody = createFormBody()
  const forms = createForms(context, {
    ...{ token, formBody, consumeRecipient },
    accept: outbox.accept,
    fetch: observeFetch(fetch, 'recaptcha', observer),
  })

  let ready = true
  const isReady = () => ready
  const { assetsFor, glyphOutlines } = bundle
  const { readPreview, feedHtml } = cms
  const pages = createPages(context, {
    posts,
    search,
    readPreview,
    assetsFor,
    getInitialFormState: createInitialFormState(token),
  })
  const app = createApp(context, bundle, {
    ...{ pages, posts, feedHtml },
    handlers: {
      forms,
      languageToggle: [formBody, createLanguageToggle(config.siteUrl.startsWith('https:'))],
      media: media && media.handle,
      shareImages: glyphOutlines && createShareImages({ config, posts, glyphOutlines, log }),
      webhook: webhookSecret === null ? null : createWebhook({ secret: webhookSecret, now: clock.now, onChange, log }),
    },
    isReady,
    diagnostics: () => [posts, outbox].flatMap((part) => part.diagnostics()),
  })

  return {
    app,
    /** Delivers between `start` and `stop`. */
    outbox: outbox as Pick<Outbox, 'start' | 'stop' | 'state'>,
    /** Current values for metrics. */
    gauges: {
      isReady,
      ...cms.gauges,
      outbox: outbox.state,
    },
    ...pages.warmUp,
    /** `/readyz` answers 503 from now on, so that the proxy sends visitors elsewhere. */
    retire() {
      ready = false
    },
    /** Reads the lists of the previous process. Waits a second at most. */
    restore: () => withinTime(posts.restore(), maxRestoreMs),
  }
}

export type Site = ReturnType<typeof createSite>
