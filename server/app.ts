import type { RequestListener } from 'node:http'
import express, { type RequestHandler } from 'express'
import { handle } from 'i18next-http-middleware'
import { previewPath } from '../shared/site-map.ts'
import type { Context } from './config/context.ts'
import { createFeeds, feedPaths } from './feeds/feeds.ts'
import type { FormOfPage } from './forms/page-form.ts'
import { togglePath } from './forms/language-toggle.ts'
import { createContentTypeCheck, createCsrfCheck } from './forms/request-checks.ts'
import { answerLives, createReadiness, healthPaths } from './health.ts'
import { HttpError, onlyGet, onlyPost } from './http/http-error.ts'
import { createLanguageMiddleware } from './i18n/language.ts'
import { createRequestLog } from './http/request-log.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import type { Bundle } from './pages/bundle.ts'
import { createErrorScreen } from './pages/error-screen.ts'
import { createFastPath } from './pages/fast-path.ts'
import { createFromGhost, fromGhostPath } from './pages/from-ghost.ts'
import { createPageHandler, type PageHandler } from './pages/handler.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPostsApi } from './pages/posts-api.ts'
import { createSearchApi } from './pages/search-api.ts'
import type { MakeFeedHtml } from './posts/cms.ts'
import { frameSources } from './posts/html/embed-providers.ts'
import type { Posts } from './posts/posts.ts'
import type { Search } from './posts/search/search.ts'
import { continueTrace } from './runtime/trace.ts'

export type AppOptions = {
  content: { posts: Posts; search: Search; feedHtml: MakeFeedHtml }
  formOfPage: FormOfPage
  handlers: {
    forms: RequestHandler
    languageToggle: RequestHandler[]
    /** Pictures and files of posts; null without a CMS. */
    media: RequestHandler | null
    /** The share images of posts without a picture; null in development. */
    shareImages: RequestHandler<{ language: string; slug: string }> | null
    /** Null without a secret for Ghost's webhooks. */
    webhook: RequestHandler | null
    /** Null without a key to Ghost's drafts. */
    preview: RequestHandler | null
  }
  isReady: () => boolean
  /** Lines for `/readyz`: what this instance does without. */
  diagnostics: () => readonly string[]
}

/** The list of middleware, in its order, and the fast path in front of it. */
export function createApp(
  context: Context,
  { assetsFor, inlineTexts, staticFiles, development }: Bundle,
  { content, formOfPage, handlers, isReady, diagnostics }: AppOptions,
): { listener: RequestListener; pages: PageHandler } {
  const { config, texts, log, now, uptime, observer } = context
  const { posts, search, feedHtml } = content
  const https = config.siteUrl.startsWith('https:')
  const csrfCheck = createCsrfCheck(config.siteUrl)
  const cache = createPageCache({ posts, keepsPosts: config.posts.ttlMs > 0, uptime })
  const pages = createPageHandler(context, { posts, search, cache, formOfPage, assetsFor })

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
  app.route(healthPaths.lives).get(answerLives).all(onlyGet)
  app.route(healthPaths.isReady).get(createReadiness(isReady, diagnostics)).all(onlyGet)
  app.use(staticFiles)
  // Ghost's addresses end in a slash, which the site's own would lose by a redirect more.
  app.route(`${fromGhostPath}{/{*path}}`).get(createFromGhost(posts)).all(onlyGet)
  app.use(createLanguageMiddleware(https))
  if (handlers.media) {
    app.route('/media/{*path}').get(handlers.media).all(onlyGet)
  }
  if (handlers.shareImages) {
    app.route('/share/:language/:slug.png').get(handlers.shareImages).all(onlyGet)
  }

  const postsApi = createPostsApi(posts, cache, config, now)
  app.route('/api/posts').get(postsApi.list).all(onlyGet)
  app.route('/api/posts/:slug').get(postsApi.article).all(onlyGet)
  app.route('/api/search').get(createSearchApi(search)).all(onlyGet)
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

  if (handlers.preview) {
    app.route(previewPath(':uuid')).get(handlers.preview).all(onlyGet)
  }
  app.use(createFeeds(context, { posts, cache, feedHtml }))
  app.use(handle(texts))
  app.use(pages.handle)
  app.use(createErrorScreen(context, { assetsFor, cache, isInterface }))
  return { listener: development ? app : createFastPath(app, cache, isReady, log, observer), pages }
}

/** Folders in which every address is for programs, also one that leads nowhere. */
const interfaceFolders = ['/api', '/webhooks']

const interfacePaths: ReadonlySet<string> = new Set([...Object.values(healthPaths), togglePath, ...feedPaths])

/** Whether errors at this address are JSON, and no page. */
function isInterface(path: string): boolean {
  return interfacePaths.has(path) || interfaceFolders.some((folder) => `${path}/`.startsWith(`${folder}/`))
}
