import type { RequestListener } from 'node:http'
import express, { type RequestHandler } from 'express'
import type { i18n } from 'i18next'
import { handle } from 'i18next-http-middleware'
import { previewPath } from '../shared/site-map.ts'
import { createForms } from './forms/forms.ts'
import { createContentTypeCheck, createCsrfCheck } from './forms/request-checks.ts'
import { createFormToken } from './forms/form-token.ts'
import type { Accept } from './outbox/message.ts'
import { createFormOfPage } from './forms/initial-form-state.ts'
import { createPostsApi } from './pages/posts-api.ts'
import type { Config } from './config/config.ts'
import { createErrors } from './pages/errors.ts'
import { createFeeds } from './feeds/feeds.ts'
import type { Fetch } from './http/fetch.ts'
import { createHealth } from './http/health.ts'
import { createFront } from './pages/fast-path.ts'
import { HttpError, onlyGet, onlyPost } from './http/http-error.ts'
import type { Consume } from './http/rate-limit.ts'
import { createLanguageMiddleware } from './http/language.ts'
import { createLanguageToggle } from './forms/language-toggle.ts'
import type { Log } from './log/log.ts'
import type { Observer } from './log/observer.ts'
import { createPageStore } from './pages/page-store.ts'
import { type AssetsFor, createPages, type Pages, type Renderer } from './pages/pages.ts'
import { createPreparedAnswers } from './pages/prepared-answers.ts'
import type { Shrinking } from './pages/shrinking.ts'
import { createPreviews } from './pages/previews.ts'
import type { ReadPreview } from './posts/ghost/previews.ts'
import type { Posts } from './posts/posts.ts'
import { createRequestLog } from './log/request-log.ts'
import type { KeyFor } from './config/derived-keys.ts'
import { frameSources } from './posts/html/embed-hosts.ts'
import { createSecurityHeaders, type InlineTexts } from './http/security-headers.ts'
import type { SharedState } from './redis/shared-state.ts'

export type AppParts = {
  config: Config
  posts: Posts
  /** Takes what a visitor sends to where it is safe. */
  accept: Accept
  consumeRecipient: Consume
  keyFor: KeyFor
  fetch: Fetch
  /** Where posts have a CMS: their pictures and files, through this site. */
  media: RequestHandler | null
  /** Where Ghost's webhooks have a secret. */
  webhook: RequestHandler[] | null
  /** Where there is a key to Ghost's drafts. */
  readPreview: ReadPreview | null
  texts: i18n
  renderer: Renderer
  assetsFor: AssetsFor
  inlineTexts: InlineTexts
  staticFiles: RequestHandler
  isReady: () => boolean
  /** Lines for whoever asks how this instance is. */
  remarks: () => readonly string[]
  shrinking: Shrinking
  sharedState: SharedState
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  development: boolean
  observer: Observer
}

/** The middleware list, in its order, and in front of it what needs none. */
export function createApp(parts: AppParts): { listener: RequestListener; pages: Pages } {
  const { config, posts, media, texts, renderer, assetsFor, staticFiles, isReady, remarks, log, now, development } =
    parts
  const https = config.siteUrl.startsWith('https:')

  const csrfCheck = createCsrfCheck(config.siteUrl)
  const store = createPageStore({ onKept: parts.shrinking.kept, onDropped: parts.shrinking.dropped })
  const token = createFormToken(parts.keyFor('form stamp'), now)

  const prepared = development ? null : createPreparedAnswers(now)
  const formOfPage = createFormOfPage(token)
  const { onPage } = parts.observer
  const pages = createPages({ config, posts, store, prepared, formOfPage, renderer, assetsFor, now, onPage })

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', config.trustProxy)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)

  app.use(createRequestLog(log))
  app.use(
    createSecurityHeaders({
      https,
      development,
      recaptcha: config.recaptcha !== null,
      frameSources,
      inlineTexts: parts.inlineTexts,
    }),
  )
  app.use(createHealth(isReady, remarks))
  app.use(staticFiles)
  app.use(createLanguageMiddleware(https))
  if (media) {
    app.route('/media/{*path}').get(media).all(onlyGet)
  }

  app.use(createPostsApi(posts, store, config))
  app
    .route('/language')
    .post(csrfCheck, createContentTypeCheck('application/x-www-form-urlencoded'), createLanguageToggle(https))
    .all(onlyPost)
  app.use(createForms({ ...parts, token }))
  if (parts.webhook) {
    app
      .route('/webhooks/ghost')
      .post(csrfCheck, createContentTypeCheck('application/json'), parts.webhook)
      .all(onlyPost)
  }
  app.use(['/api', '/webhooks'], () => {
    throw new HttpError(404, 'NotFoundError', 'nothing has this address')
  })

  const { readPreview } = parts
  if (readPreview) {
    const { rateStore } = parts.sharedState
    const previews = createPreviews({ config, posts, readPreview, rateStore, texts, renderer, assetsFor, now, log })
    app.route(previewPath(':uuid')).get(previews).all(onlyGet)
  }
  app.use(createFeeds({ config, posts, store, texts, now }))
  app.use(handle(texts))
  app.use(pages.handle)
  app.use(createErrors({ config, texts, renderer, assetsFor, store, now, log }))
  return { listener: prepared === null ? app : createFront(app, prepared, log, parts.observer), pages }
}
