import type { RequestListener } from 'node:http'
import express, { type RequestHandler } from 'express'
import type { i18n } from 'i18next'
import { handle } from 'i18next-http-middleware'
import { previewPath } from '../shared/site-map.ts'
import { createFormBody } from './forms/form-body.ts'
import { createForms } from './forms/forms.ts'
import { createContentTypeCheck, createCsrfCheck } from './forms/request-checks.ts'
import { createFormToken } from './forms/form-token.ts'
import type { Accept } from './outbox/message.ts'
import { createFormOfPage } from './forms/initial-form-state.ts'
import { createPostsApi } from './pages/posts-api.ts'
import { createSearchApi } from './pages/search-api.ts'
import type { Config } from './config/config.ts'
import type { MakeFeedHtml } from './feeds/feed-item.ts'
import { createErrorScreen } from './pages/error-screen.ts'
import { createFeeds } from './feeds/feeds.ts'
import type { Fetch } from './http/fetch.ts'
import { createHealth } from './http/health.ts'
import { createFastPath } from './pages/fast-path.ts'
import type { EdgeHeaders } from './edge/headers.ts'
import { HttpError, onlyGet, onlyPost } from './http/http-error.ts'
import type { Consume } from './http/rate-limit.ts'
import { createLanguageMiddleware } from './http/language.ts'
import { createLanguageToggle, togglePath } from './forms/language-toggle.ts'
import type { Log } from './log/log.ts'
import type { Observer } from './log/observer.ts'
import { type AssetsFor, createPageHandler, type Pages, type PageRenderer } from './pages/handler.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPreviews } from './pages/previews.ts'
import type { ReadPreview } from './posts/ghost/previews.ts'
import { createFromGhost, fromGhostPath } from './pages/from-ghost.ts'
import { interfaceFolders, isInterface } from './interface-paths.ts'
import type { Posts } from './posts/posts.ts'
import type { Search } from './posts/search/search.ts'
import type { createShareImages } from './share/share-images.ts'
import { createRequestLog } from './log/request-log.ts'
import { continueTrace } from './log/trace.ts'
import type { KeyFor } from './config/derived-keys.ts'
import { frameSources } from './posts/html/embed-providers.ts'
import { createSecurityHeaders, type InlineTexts } from './http/security-headers.ts'
import type { SharedState } from './redis/shared-state.ts'

export type AppOptions = {
  config: Config
  posts: Posts
  search: Search
  /** Stores what a visitor sends. */
  accept: Accept
  consumeRecipient: Consume
  keyFor: KeyFor
  fetch: Fetch
  /** Pictures and files of posts; null without a CMS. */
  media: RequestHandler | null
  /** The share images of posts without a picture; null in development. */
  shareImages: ReturnType<typeof createShareImages> | null
  /** Null without a secret for Ghost's webhooks. */
  webhook: RequestHandler[] | null
  /** Null without a key to Ghost's drafts. */
  readPreview: ReadPreview | null
  feedHtml: MakeFeedHtml
  texts: i18n
  renderer: PageRenderer
  assetsFor: AssetsFor
  inlineTexts: InlineTexts
  staticFiles: RequestHandler
  isReady: () => boolean
  /** Lines for `/readyz`: what this instance does without. */
  diagnostics: () => readonly string[]
  sharedState: SharedState
  edgeHeaders: EdgeHeaders
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  development: boolean
  observer: Observer
}

/** The list of middleware, in its order, and the fast path in front of it. */
export function createApp(options: AppOptions): { listener: RequestListener; pages: Pages } {
  const {
    config,
    posts,
    search,
    media,
    texts,
    renderer,
    assetsFor,
    staticFiles,
    isReady,
    diagnostics,
    edgeHeaders,
    log,
    now,
    development,
  } = options
  const https = config.siteUrl.startsWith('https:')

  const formBody = createFormBody()
  const csrfCheck = createCsrfCheck(config.siteUrl)
  const cache = createPageCache({ posts, keepsPosts: config.posts.ttlMs > 0, now })
  const token = createFormToken(options.keyFor('form token'), now)

  const formOfPage = createFormOfPage(token)
  const { onPage } = options.observer
  const pages = createPageHandler({
    config,
    posts,
    search,
    cache,
    formOfPage,
    renderer,
    assetsFor,
    edgeHeaders,
    now,
    onPage,
  })

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', config.trustProxy)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)

  app.use(continueTrace)
  app.use(createRequestLog(log))
  app.use(
    createSecurityHeaders({
      https,
      development,
      recaptcha: config.recaptcha !== null,
      frameSources,
      inlineTexts: options.inlineTexts,
    }),
  )
  app.use(createHealth(isReady, diagnostics))
  app.use(staticFiles)
  // Ghost's addresses end in a slash, which the site's own would lose by a redirect more.
  app.route(`${fromGhostPath}{/{*path}}`).get(createFromGhost(posts)).all(onlyGet)
  app.use(createLanguageMiddleware(https))
  if (media) {
    app.route('/media/{*path}').get(media).all(onlyGet)
  }

  if (options.shareImages) {
    app.route('/share/:language/:slug.png').get(options.shareImages).all(onlyGet)
  }

  app.use(createPostsApi(posts, cache, config, edgeHeaders, now))
  app.use(createSearchApi(search))
  app
    .route(togglePath)
    .post(csrfCheck, createContentTypeCheck('application/x-www-form-urlencoded'), createLanguageToggle(formBody, https))
    .all(onlyPost)
  app.use(createForms({ ...options, token, formBody }))
  if (options.webhook) {
    app
      .route('/webhooks/ghost')
      .post(csrfCheck, createContentTypeCheck('application/json'), options.webhook)
      .all(onlyPost)
  }
  app.use(interfaceFolders, () => {
    throw new HttpError(404, 'NotFoundError', 'nothing has this address')
  })

  const { readPreview, feedHtml } = options
  if (readPreview) {
    const { rateStore } = options.sharedState
    const previews = createPreviews({ config, posts, readPreview, rateStore, texts, renderer, assetsFor, now, log })
    app.route(previewPath(':uuid')).get(previews).all(onlyGet)
  }
  app.use(createFeeds({ config, posts, cache, texts, feedHtml, edgeHeaders, now, log }))
  app.use(handle(texts))
  app.use(pages.handle)
  app.use(createErrorScreen({ config, texts, renderer, assetsFor, cache, isInterface, now, log }))
  return { listener: development ? app : createFastPath(app, cache, isReady, log, options.observer), pages }
}
