import { createHash } from 'node:crypto'
import type { i18n } from 'i18next'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Language, languages, localise } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import type { Config } from '../config.ts'
import { encode } from '../encoding.ts'
import { onlyGet, postsUnavailable } from '../http-error.ts'
import type { PageStore } from '../pages/page-store.ts'
import type { Posts } from '../posts/posts.ts'
import { send } from '../send.ts'
import { createChannel } from './channel.ts'
import { createJsonFeed } from './json-feed.ts'
import { createManifest, createRobots, createSecurityText } from './plain-files.ts'
import { createRss } from './rss.ts'
import { createSitemap } from './sitemap.ts'

export type FeedsOptions = { config: Config; posts: Posts; store: PageStore; texts: i18n; now: () => number }

const formats = [
  { path: '/rss.xml', type: 'application/rss+xml; charset=utf-8', create: createRss },
  { path: '/feed.json', type: 'application/feed+json; charset=utf-8', create: createJsonFeed },
] as const

/** What programs read: feeds, sitemap, robots, manifest, security contact. */
export function createFeeds({ config, posts, store, texts, now }: FeedsOptions): Router {
  const { siteUrl } = config
  const router = Router({ caseSensitive: true, strict: true })

  for (const language of languages) {
    for (const { path, type, create } of formats) {
      const handler: RequestHandler = async (req, res) => {
        const list = await readList(language)
        await answer(req, res, type, `${path} ${language} ${list.version}`, async () =>
          create(await createChannel(list.posts, language, path, siteUrl, texts)),
        )
      }
      router.route(localise(path, language)).get(handler).all(onlyGet)
    }
  }

  router
    .route('/sitemap.xml')
    .get(async (req, res) => {
      const [fr, en] = await Promise.all([readList('fr'), readList('en')])
      await answer(req, res, 'application/xml; charset=utf-8', `sitemap ${fr.version} ${en.version}`, () =>
        createSitemap({ fr: fr.posts, en: en.posts }, siteUrl),
      )
    })
    .all(onlyGet)

  const files: Record<string, [type: string, make: () => string]> = {
    '/robots.txt': ['text/plain; charset=utf-8', () => createRobots(siteUrl)],
    '/.well-known/security.txt': ['text/plain; charset=utf-8', () => createSecurityText(siteUrl, now())],
    '/site.webmanifest': ['application/manifest+json', () => createManifest(texts)],
  }
  for (const [path, [type, make]] of Object.entries(files)) {
    const handler: RequestHandler = async (req, res) => {
      const text = make()
      await answer(req, res, type, `${path} ${createHash('sha256').update(text).digest('base64url')}`, () => text)
    }
    router.route(path).get(handler).all(onlyGet)
  }

  /** A feed without its posts would make readers and crawlers forget them: better no feed for a while. */
  async function readList(language: Language): Promise<{ posts: readonly Post[]; version: string }> {
    const list = await posts.list(language)
    if (list.kind === 'held') return { posts: list.value, version: list.version }
    if (list.kind === 'absent') return { posts: [], version: 'empty' }
    throw postsUnavailable(list.retryAfterSeconds)
  }

  async function answer(req: Request, res: Response, type: string, key: string, make: () => string | Promise<string>) {
    const stored = store.get(key) ?? (await store.make(key, async () => encode(await make(), type)))
    // Feed readers may run in other sites' pages.
    res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' })
    send(req, res, stored, { headers: { 'Cache-Control': 'public, max-age=300' } })
  }

  return router
}
