import { createHash } from 'node:crypto'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { type Language, languages, localise } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { openSearchPath, rssPath } from '../../shared/site-map.ts'
import type { Context } from '../config/context.ts'
import { encode } from '../http/content-encoding.ts'
import type { EdgeHeaders } from '../edge/headers.ts'
import { listTag } from '../edge/tags.ts'
import { onlyGet, postsUnavailable } from '../http/http-error.ts'
import { feedKey } from '../pages/cache-keys.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Posts } from '../posts/posts.ts'
import { send } from '../http/send.ts'
import { createChannel } from './channel.ts'
import type { MakeFeedHtml } from '../posts/cms.ts'
import { createJsonFeed } from './json-feed.ts'
import { createManifest, createRobots, createSecurityText } from './plain-files.ts'
import { createOpenSearch } from './open-search.ts'
import { createRss } from './rss.ts'
import { sitemapEntries } from '../pages/sitemap-entries.ts'
import { createSitemap, protocolLimits } from './sitemap.ts'

export type FeedsOptions = {
  posts: Pick<Posts, 'list'>
  cache: Pick<PageCache, 'document'>
  feedHtml: MakeFeedHtml
  edgeHeaders: EdgeHeaders
}

const formats = [
  { path: rssPath, type: 'application/rss+xml; charset=utf-8', create: createRss },
  { path: '/feed.json', type: 'application/feed+json; charset=utf-8', create: createJsonFeed },
] as const

const openSearchType = 'application/opensearchdescription+xml; charset=utf-8'

/** The files that programs read: feeds, sitemap, robots, manifest, security contact, how to search. */
export function createFeeds(
  { config, texts, now, log }: Context,
  { posts, cache, feedHtml, edgeHeaders }: FeedsOptions,
): Router {
  const { siteUrl } = config
  const router = Router({ caseSensitive: true, strict: true })
  const ofPosts = edgeHeaders.made(languages.map(listTag))

  for (const language of languages) {
    for (const { path, type, create } of formats) {
      const handler: RequestHandler = async (req, res) => {
        const list = await readList(language)
        await answer(req, res, type, feedKey(localise(path, language), list.version), ofPosts, async () =>
          create(await createChannel(list.posts, language, path, siteUrl, texts, feedHtml)),
        )
      }
      router.route(localise(path, language)).get(handler).all(onlyGet)
    }
  }

  const sitemap: RequestHandler = async (req, res) => {
    const [fr, en] = await Promise.all([readList('fr'), readList('en')])
    await answer(
      req,
      res,
      'application/xml; charset=utf-8',
      feedKey('/sitemap.xml', `${fr.version} ${en.version}`),
      ofPosts,
      async () => {
        const entries = sitemapEntries({ fr: fr.posts, en: en.posts })
        const { text, leftOut } = await createSitemap(entries, siteUrl, protocolLimits)
        if (leftOut > 0) log.error({ leftOut }, 'the sitemap is at its limit: the last addresses are left out')
        return text
      },
    )
  }
  router.route('/sitemap.xml').get(sitemap).all(onlyGet)

  const files: Record<string, [type: string, make: () => string]> = {
    '/robots.txt': ['text/plain; charset=utf-8', () => createRobots(siteUrl)],
    '/.well-known/security.txt': ['text/plain; charset=utf-8', () => createSecurityText(siteUrl, now())],
    ...Object.fromEntries(
      languages.map((language) => [
        localise(openSearchPath, language),
        [openSearchType, () => createOpenSearch(siteUrl, language, texts)],
      ]),
    ),
    '/site.webmanifest': ['application/manifest+json', () => createManifest(texts)],
  }
  for (const [path, [type, make]] of Object.entries(files)) {
    const handler: RequestHandler = async (req, res) => {
      const text = make()
      const digest = createHash('sha256').update(text).digest('base64url')
      await answer(req, res, type, feedKey(path, digest), edgeHeaders.madeBriefly([]), () => text)
    }
    router.route(path).get(handler).all(onlyGet)
  }

  /** A feed without its posts would make readers and crawlers forget them: better no feed for a while. */
  async function readList(language: Language): Promise<{ posts: readonly Post[]; version: string }> {
    const list = await posts.list(language)
    if (list.kind === 'cached') return { posts: list.value, version: list.version }
    if (list.kind === 'absent') return { posts: [], version: 'empty' }
    throw postsUnavailable(list.retryAfterSeconds)
  }

  async function answer(
    req: Request,
    res: Response,
    type: string,
    key: string,
    edge: Record<string, string>,
    make: () => string | Promise<string>,
  ) {
    const stored = await cache.document(key, async () => encode(await make(), type))
    // Feed readers may run in other sites' pages.
    res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' })
    send(req, res, stored, { headers: { 'Cache-Control': 'public, max-age=300', ...edge } })
  }

  return router
}
