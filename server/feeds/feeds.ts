/**
 * This folder serves the files that programs read: feeds, sitemap, robots.txt, web app manifest, security contact, OpenSearch. It
 * guarantees that a file with posts is never sent without them: if the source fails, the response is a 503. It knows nothing about
 * where posts come from, nor about pages, whose cache it is given.
 */
import { Router } from 'express'
import { type Language, languages, localise } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { openSearchPath, rssPath } from '../../shared/site-map.ts'
import type { Context } from '../config/config.ts'
import { noVarySearch, sharedCacheControl } from '../http/cache-control.ts'
import { encode, type Representation } from '../http/content-encoding.ts'
import { onlyGet, postsUnavailable } from '../http/http-error.ts'
import type { MakeFeedHtml, Posts } from '../posts/posts.ts'
import { send } from '../http/send.ts'
import { createChannel } from './channel.ts'
import { createJsonFeed } from './json-feed.ts'
import { createManifest, createRobots, createSecurityText } from './plain-files.ts'
import { createOpenSearch } from './open-search.ts'
import { createRss } from './rss.ts'
import { sitemapEntries } from './sitemap-entries.ts'
import { createSitemap, protocolLimits } from './sitemap.ts'

export type FeedsOptions = {
  posts: Pick<Posts, 'list' | 'peekList'>
  /** Makes a document, or takes it from the pages' cache. Keys begin with the kind of document: `feed` here. */
  cachedDocument: (key: string, make: () => Promise<Representation>) => Promise<Representation>
  feedHtml: MakeFeedHtml
}

type FeedParts = Pick<Context, 'config' | 'texts' | 'now' | 'log'> & Pick<FeedsOptions, 'feedHtml'>

type Feed = {
  path: string
  type: string
  /** The languages whose posts it contains, in the order of `make`'s lists. */
  postsIn: readonly Language[]
  make: (parts: FeedParts, lists: (readonly Post[])[]) => string | Promise<string>
}

const formats = [
  { path: rssPath, type: 'application/rss+xml; charset=utf-8', create: createRss },
  { path: '/feed.json', type: 'application/feed+json; charset=utf-8', create: createJsonFeed },
] as const

const feeds: readonly Feed[] = [
  ...languages.flatMap((language) => [
    ...formats.map(({ path, type, create }): Feed => {
      const make: Feed['make'] = async ({ config, texts, feedHtml }, [posts = []]) =>
        create(await createChannel(posts, language, path, config.siteUrl, texts, feedHtml))
      return { path: localise(path, language), type, postsIn: [language], make }
    }),
    {
      path: localise(openSearchPath, language),
      type: 'application/opensearchdescription+xml; charset=utf-8',
      postsIn: [],
      make: ({ config, texts }: FeedParts) => createOpenSearch(config.siteUrl, language, texts),
    },
  ]),
  {
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    postsIn: ['fr', 'en'],
    async make({ config, log }, [fr = [], en = []]) {
      const { text, leftOut } = await createSitemap(sitemapEntries({ fr, en }), config.siteUrl, protocolLimits)
      if (leftOut > 0) log.error({ leftOut }, 'Sitemap limit exceeded, skipped the last URLs')
      return text
    },
  },
  {
    path: '/robots.txt',
    type: 'text/plain; charset=utf-8',
    postsIn: [],
    make: ({ config }) => createRobots(config.siteUrl),
  },
  {
    path: '/.well-known/security.txt',
    type: 'text/plain; charset=utf-8',
    postsIn: [],
    make: ({ config, now }) => createSecurityText(config.siteUrl, now()),
  },
  {
    path: '/site.webmanifest',
    type: 'application/manifest+json',
    postsIn: [],
    make: ({ texts }) => createManifest(texts),
  },
]

export const feedPaths: readonly string[] = feeds.map(({ path }) => path)

export function createFeeds(context: Omit<FeedParts, 'feedHtml'>, options: FeedsOptions): Router {
  const { posts, cachedDocument, feedHtml } = options
  const parts: FeedParts = { ...context, feedHtml }
  const router = Router({ caseSensitive: true, strict: true })

  for (const { path, type, postsIn, make } of feeds) {
    const hasPosts = postsIn.length > 0
    router
      .route(path)
      .get(async (req, res) => {
        const lists = await readLists(postsIn)
        const values = lists.map(({ value }) => value)
        // Files without posts are short, and may depend on the month: their text is their version.
        const version = hasPosts ? lists.map((list) => list.version).join(' ') : await make(parts, [])
        const key = JSON.stringify(['feed', path, version])
        const stored = await cachedDocument(key, async () => encode(await make(parts, values), type))
        // Feed readers may run in pages of other sites.
        res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' })
        res.set({ 'Cache-Control': sharedCacheControl(context.config.posts), 'No-Vary-Search': noVarySearch(path) })
        send(req, res, stored)
      })
      .all(onlyGet)
  }

  /** Peeks again after reading, because a list's links depend on the other list. */
  async function readLists(postsIn: readonly Language[]) {
    const read = await Promise.all(postsIn.map(readList))
    return read.map((list) => ({ ...list, ...posts.peekList(list.language) }))
  }

  /** Throws if posts cannot be read: feed readers and crawlers would drop the posts of an empty feed. */
  async function readList(language: Language) {
    const list = await posts.list(language)
    if (list.kind === 'failed') throw postsUnavailable(list.retryAfterSeconds)
    return { ...list, language }
  }

  return router
}
