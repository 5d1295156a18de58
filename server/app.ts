import express, { type Express, type Request, type RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import type { i18n } from 'i18next'
import { handle } from 'i18next-http-middleware'
import { createNewsletter, type Subscribe, wasAccepted } from './answers/newsletter.ts'
import { createPostsApi } from './api.ts'
import type { Config } from './config.ts'
import { createErrors } from './errors.ts'
import { createFeeds } from './feeds/feeds.ts'
import { createHealth } from './health.ts'
import { HttpError, methodNotAllowed } from './http-error.ts'
import { createLanguageMiddleware, createLanguageToggle } from './language.ts'
import type { Log } from './log.ts'
import { createPageStore } from './pages/page-store.ts'
import { type AssetsFor, createPages, type Renderer } from './pages/pages.ts'
import type { Posts } from './posts/posts.ts'
import { createRequestLog } from './request-log.ts'
import { createSameSiteGuard, createSecurityHeaders, requireContentType } from './security.ts'

export type AppParts = {
  config: Config
  posts: Posts
  subscribe: Subscribe
  /** Where posts have a CMS: its pictures and files, through this site. */
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
  const onlyPost: RequestHandler = (req) => {
    throw methodNotAllowed(req.method, 'POST')
  }

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
    app
      .route('/media/{*path}')
      .get(media)
      .all((req) => {
        throw methodNotAllowed(req.method, 'GET, HEAD')
      })
  }

  app.use(createPostsApi(posts, config))
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

  const store = createPageStore(pageStoreBytes)
  app.use(createFeeds({ config, posts, store, texts, now }))
  app.use(handle(texts))
  app.use(createPages({ config, posts, store, renderer, assetsFor, now }))
  app.use(createErrors({ siteUrl: config.siteUrl, texts, renderer, assetsFor, now, log }))
  return app
}

const pageStoreBytes = 64 * 1024 * 1024

/** Counts what was accepted only: a visitor who mends a mistyped address is not held up. */
function limitForms({ formsPer10Minutes }: Config): RequestHandler {
  return rateLimit({
    windowMs: 10 * 60 * 1000,
    limit: formsPer10Minutes,
    ipv6Subnet: 64,
    skipFailedRequests: true,
    requestWasSuccessful: (_req, res) => wasAccepted(res),
    standardHeaders: false,
    legacyHeaders: false,
    handler: (req, _res, next) => {
      // express-rate-limit puts its count on the request; its types do not say so.
      const { resetTime } = (req as Request & { rateLimit: { resetTime?: Date } }).rateLimit
      const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1000))
      next(
        new HttpError(429, 'TooManyRequestsError', 'too many forms came from this address; try again later', {
          headers: { 'Retry-After': String(seconds) },
        }),
      )
    },
  })
}
