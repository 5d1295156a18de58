import type { RequestListener } from 'node:http'
import express, { type RequestHandler } from 'express'
import { handle } from 'i18next-http-middleware'
import { previewPath } from '../shared/site-map.ts'
import type { Bundle } from './bundle/bundle.ts'
import type { Context } from './config/config.ts'
import { createFeeds, feedPaths } from './feeds/feeds.ts'
import { createContentTypeCheck, createCsrfCheck, togglePath } from './forms/forms.ts'
import { answerLiveness, createReadiness, healthPaths } from './health.ts'
import { HttpError, onlyGet, onlyPost } from './http/http-error.ts'
import { createLanguageMiddleware } from './i18n/language.ts'
import { createRequestLog } from './http/request-log.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { fromGhostPath, type Pages } from './pages/pages.ts'
import { frameSources, type MakeFeedHtml, type Posts } from './posts/posts.ts'
import { continueTrace } from './runtime/trace.ts'

export type AppOptions = {
  pages: Pages
  posts: Posts
  feedHtml: MakeFeedHtml
  handlers: {
    forms: RequestHandler
    languageToggle: RequestHandler[]
    /** Pictures and files of posts; null without a CMS. */
    media: RequestHandler | null
    /** Share images of posts without a picture; null in development. */
    shareImages: RequestHandler<{ language: string; slug: string }> | null
    /** Null without a secret for Ghost's webhooks. */
    webhook: RequestHandler | null
  }
  isReady: () => boolean
  /** Lines for `/readyz`: what is degraded in this instance. */
  diagnostics: () => readonly string[]
}

/** The middleware in order, behind the fast path. */
export function createApp(
  context: Context,
  { inlineTexts, staticFiles, development }: Pick<Bundle, 'inlineTexts' | 'staticFiles' | 'development'>,
  { pages, posts, feedHtml, handlers, isReady, diagnostics }: AppOptions,
): RequestListener {
  const { config, texts, log } = context
  const https = config.siteUrl.startsWith('https:')
  const csrfCheck = createCsrfCheck(config.siteUrl)

  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('trust proxy', config.trustProxy)
  app.set('case sensitive routing', true)
  app.set('strict routing', true)

  app.use(continueTrace)
  app.use(createRequestLog(log))
  app.use(
    createSecurityHeaders({ https, development, recaptcha: config.recaptcha !== null, frameSources, inlineTexts }),
  )
  app.route(healthPaths.liveness).get(answerLiveness).all(onlyGet)
  app.route(healthPaths.readiness).get(createReadiness(isReady, diagnostics)).all(onlyGet)
  app.use(staticFiles)
  // Must precede the language middleware: Ghost's URLs end in a slash, which would cost another redirect.
  app.route(`${fromGhostPath}{/{*path}}`).get(pages.fromGhost).all(onlyGet)
  app.use(createLanguageMiddleware(https))
  if (handlers.media) {
    app.route('/media/{*path}').get(handlers.media).all(onlyGet)
  }
  if (handlers.shareImages) {
    app.route('/share/:language/:slug.png').get(handlers.shareImages).all(onlyGet)
  }

  app.route('/api/posts').get(pages.postsApi.list).all(onlyGet)
  app.route('/api/posts/:slug').get(pages.postsApi.article).all(onlyGet)
  app.route('/api/search').get(pages.searchApi).all(onlyGet)
  app
    .route(togglePath)
    .post(csrfCheck, createContentTypeCheck('application/x-www-form-urlencoded'), handlers.languageToggle)
    .all(onlyPost)
  app.use(handlers.forms)
  if (handlers.webhook) {
    app
      .route('/webhooks/ghost')
      .post(csrfCheck, createContentTypeCheck('application/json'), handlers.webhook)
      .all(onlyPost)
  }
  app.use(interfaceFolders, () => {
    throw new HttpError(404, 'NotFoundError', 'nothing has this address')
  })

  if (pages.preview) {
    app.route(previewPath(':uuid')).get(pages.preview).all(onlyGet)
  }
  app.use(createFeeds(context, { posts, cachedDocument: pages.cachedDocument, feedHtml }))
  app.use(handle(texts))
  app.use(pages.handle)
  app.use(pages.createErrorScreen(isInterface))
  return development ? app : pages.createFastPath(app, isReady)
}

/** Every URL in these folders is for programs, unknown ones included. */
const interfaceFolders = ['/api', '/webhooks']

const interfacePaths: ReadonlySet<string> = new Set([...Object.values(healthPaths), togglePath, ...feedPaths])

/** Whether errors at this path are JSON rather than a page. */
function isInterface(path: string): boolean {
  return interfacePaths.has(path) || interfaceFolders.some((folder) => `${path}/`.startsWith(`${folder}/`))
}
