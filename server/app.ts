import express, { type Express, type RequestHandler } from 'express'
import type { i18n } from 'i18next'
import { handle } from 'i18next-http-middleware'
import { createSameSiteGuard, requireContentType } from './answers/form-guards.ts'
import { limitForms } from './answers/form-limit.ts'
import { createNewsletter, type Subscribe } from './answers/newsletter.ts'
import { createPostsApi } from './api.ts'
import type { Config } from './config.ts'
import { createErrors } from './errors.ts'
import { createFeeds } from './feeds/feeds.ts'
import { createHealth } from './health.ts'
import { HttpError, onlyGet, onlyPost } from './http-error.ts'
import { createLanguageMiddleware } from './language.ts'
import { createLanguageToggle } from './language-toggle.ts'
import type { Log } from './log.ts'
import { createPageStore } from './pages/page-store.ts'
import { type AssetsFor, createPages, type Renderer } from './pages/pages.ts'
import type { Posts } from './posts/posts.ts'
import { createRequestLog } from './request-log.ts'
import { createSecurityHeaders } from './security.ts'

export type AppParts = {
  config: Config
  posts: Posts
  subscribe: Subscribe
  /** Where posts have a CMS: their pictures and files, through this site. */
  media: RequestHandler | null
  texts: i18n
  renderer: Renderer
  assetsFor: AssetsFor
  staticFiles: RequestHandler
  isReady: () => boolean
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  development: boolean
}

/** The middleware list, in its order. */
export function createApp(parts: AppParts): Express {
  const { config, posts, subscribe, media, texts, renderer, assetsFor, staticFiles, isReady, log, now, development } =
    parts
  const https = config.siteUrl.startsWith('https:')
  const sameSite = createSameSiteGuard(config.siteUrl)
  const form = 'application/x-www-form-urlencoded'

  const store = createPageStore()

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', config.trustProxy)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)

  app.use(createRequestLog(log))
  app.use(createSecurityHeaders(https, development))
  app.use(createHealth(isReady))
  app.use(staticFiles)
  app.use(createLanguageMiddleware(https))
  if (media) {
    app.route('/media/{*path}').get(media).all(onlyGet)
  }

  app.use(createPostsApi(posts, store, config))
  app.route('/language').post(sameSite, requireContentType(form), createLanguageToggle(https)).all(onlyPost)
  app
    .route('/api/newsletter')
    .post(
      sameSite,
      requireContentType('application/json', form),
      limitForms(config),
      createNewsletter(subscribe, (language) => texts.getFixedT(language, 'blog')('newsletter.invalid')),
    )
    .all(onlyPost)
  app.use(['/api', '/webhooks'], () => {
    throw new HttpError(404, 'NotFoundError', 'nothing has this address')
  })

  app.use(createFeeds({ config, posts, store, texts, now }))
  app.use(handle(texts))
  app.use(createPages({ config, posts, store, renderer, assetsFor, now }))
  app.use(createErrors({ siteUrl: config.siteUrl, texts, renderer, assetsFor, store, now, log }))
  return app
}
