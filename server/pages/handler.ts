import type { RequestHandler } from 'express'
import type { i18n } from 'i18next'
import { renderPage } from '../../client/entry-server.tsx'
import { yearAt } from '../../shared/dates.ts'
import { defaultLanguage, type Language, localise, prefixOf } from '../../shared/language.ts'
import { pageNumberIn } from '../../shared/post-list.ts'
import { parseSearchQuery } from '../../shared/search.ts'
import {
  type Address,
  addressOf,
  knownQuery,
  pages as pageTable,
  pathTo,
  replacementOf,
} from '../../shared/site-map.ts'
import { alternateLinks } from './alternate-links.ts'
import { cacheStatus } from './cache-headers.ts'
import { pageKey } from './cache-keys.ts'
import { botCheckProviderOf, type Context } from '../config/config.ts'
import { absentCacheControl, noVarySearch, privateCacheControl, sharedCacheControl } from '../http/cache-control.ts'
import { encode, type Representation } from '../http/content-encoding.ts'
import { HttpError, methodNotAllowed } from '../http/http-error.ts'
import { type GetInitialFormState, tokenPageMs } from '../forms/forms.ts'
import { canonicalRedirect, queryOf } from '../i18n/language.ts'
import type { Posts } from '../posts/posts.ts'
import type { Search } from '../search/search.ts'
import { send } from '../http/send.ts'
import type { PageCache } from './page-cache.ts'
import { findNearMiss } from './near-miss.ts'
import { type Pagination, readPosts } from './read-posts.ts'
import { readSearch } from './read-search.ts'
import type { AssetsFor } from '../bundle/bundle.ts'

export type PageHandlerOptions = {
  posts: Posts
  search: Search
  cache: PageCache
  getInitialFormState: GetInitialFormState
  assetsFor: AssetsFor
}

const html = 'text/html; charset=utf-8'

/** The parts of a request that affect a page. */
type PageRequest = {
  requestPath: string
  query: string
  language: Language
  texts: i18n
  cookies: string | undefined
}

/**
 * Answers requests for pages, and unknown paths with 404. `warm` renders a page into the cache.
 */
export function createPageHandler({ config, now, observer }: Context, options: PageHandlerOptions) {
  const { posts, search, cache, getInitialFormState, assetsFor } = options

  /** Finds a page in the cache, or renders it. */
  async function pageFor(address: Address | null, request: PageRequest) {
    const { requestPath, language, texts, cookies } = request
    const page = address?.page ?? null
    const replacement = replacementOf(requestPath)
    if (replacement !== null) return { kind: 'redirect', path: replacement } as const
    const given = new URLSearchParams(request.query)
    const pagination = { page: pageNumberIn(given), size: config.blogPageSize }
    const words = parseSearchQuery(page === 'blog' ? given.get('q') : null)
    const isSearch = words.kind !== 'none'
    const { source, ...read } = isSearch
      ? await readSearch(words, language, search)
      : await readPosts(address, language, posts, config.posts.waitMs, pagination, now())
    const near =
      read.status === 404 ? await findNearMiss(requestPath, language, texts, posts, config.posts.waitMs) : null
    if (near?.redirectTo) return { kind: 'redirect', path: near.redirectTo } as const
    const query = isSearch ? `?${new URLSearchParams({ q: words.text })}` : queryOfPage(address, given, pagination)
    const served = getInitialFormState(page, query, cookies)
    const own = near === null ? read.version : bothVersions(read.version, JSON.stringify(near))
    const version = served === null ? own : bothVersions(own, served.version)
    const year = yearAt(now())
    // A 404 does not contain its own URL. A flood of invented URLs is one cached document, and visitors cannot see each other's.
    const path = read.status === 200 || isSearch ? requestPath + query : placeholderPath(requestPath, address)

    const render = async (): Promise<Representation> => {
      const document = await renderPage({
        page,
        path,
        posts: source,
        near: near?.page,
        pageSize: pagination.size,
        form: served?.form ?? null,
        language,
        texts,
        siteUrl: config.siteUrl,
        year,
        botCheck: botCheckProviderOf(config),
        assets: await assetsFor(page, language, read.post?.html),
      })
      return encode(document, html)
    }

    const key = pageKey(page, path, language, version, year)
    const wasCached = version !== null && cache.hasDocument(key)
    const document = await (version === null ? render() : cache.document(key, render))
    // Otherwise, each query that is too long would take space in shared caches.
    const isShared = version !== null && read.status !== 400 && served?.kind !== 'outcome'
    const maxMs = served === null ? undefined : tokenPageMs
    return { kind: 'page', ...read, version, key, isShared, maxMs, wasCached, document } as const
  }

  const handle: RequestHandler = async (req, res) => {
    const address = addressOf(req.path)
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      if (isPagePath(req.path)) throw methodNotAllowed(req.method, 'GET, HEAD')
      throw new HttpError(404, 'NotFoundError', 'nothing has this address')
    }

    const { lng: language, i18n: texts } = req
    const { cookie: cookies } = req.headers
    const fingerprintBefore = cache.postsFingerprint(address, language)
    const query = queryOf(req)
    const page = await pageFor(address, { requestPath: req.path, query, language, texts, cookies })
    res.vary('Accept-Encoding')
    if (prefixOf(req.path) === null) res.vary('Cookie')
    if (page.kind === 'redirect')
      return res.set('Cache-Control', absentCacheControl(config.posts)).redirect(301, page.path + query)
    const { status, freshness, retryAfterSeconds, version, isShared, wasCached } = page

    observer.onPage(version === null ? 'bypass' : wasCached ? 'hit' : 'miss')
    if (freshness) res.append('Cache-Status', cacheStatus('posts', freshness))
    res.append('Cache-Status', cacheStatus('pages', wasCached ? 'hit' : 'miss'))
    if (retryAfterSeconds) res.set('Retry-After', String(retryAfterSeconds))
    const unshared = page.isPrivate ? privateCacheControl : 'no-store'
    const shared = status === 200 ? sharedCacheControl(config.posts, page.maxMs) : absentCacheControl(config.posts)
    res.set('Cache-Control', isShared ? shared : unshared)
    res.set('No-Vary-Search', noVarySearch(req.path))
    // The document has these links too. But browsers might load a list's first picture before they find them there.
    const { fonts } = await assetsFor(address?.page ?? null, language)
    for (const font of fonts) res.append('Link', `<${font}>;rel=preload;as=font;crossorigin`)
    for (const link of alternateLinks(page.alternates, config.siteUrl)) res.append('Link', link)
    const fingerprintAfter = cache.postsFingerprint(address, language)
    cache.store(req, res, {
      address,
      language,
      document: page.key,
      status,
      wasCached,
      isShared,
      fingerprintBefore,
      fingerprintAfter,
    })
    send(req, res, page.document, { status })
  }

  return {
    handle,

    /** @param address path and query of the page */
    async warm(address: string, language: Language, texts: i18n): Promise<void> {
      const { pathname: requestPath, search: query } = new URL(address, config.siteUrl)
      await pageFor(addressOf(requestPath), { requestPath, query, language, texts, cookies: undefined })
    },
  }
}

export type PageHandler = ReturnType<typeof createPageHandler>

/** The version of a page with posts and a form. It is null if one of them must not be cached. */
function bothVersions(posts: string | null, form: string | null): string | null {
  return posts === null || form === null ? null : `${posts} ${form}`
}

/** Whether a path is a page, or redirects to one, for example `/ai/`. */
function isPagePath(path: string): boolean {
  return addressOf(canonicalRedirect(path, '')?.location ?? path) !== null
}

/** The parameters that a page knows, including the list's page number. Others are ignored, so they do not add cached pages. */
function queryOfPage(address: Address | null, given: URLSearchParams, pagination: Pagination): string {
  const known = knownQuery(address, given)
  const { page, size } = pagination
  if (address?.page === 'blog' && size > 0 && page > 1) known.set('page', String(page))
  return known.toString() && `?${known}`
}

/** One path for all missing pages of a route. */
function placeholderPath(path: string, address: Address | null): string {
  return localise(missingPath(address), prefixOf(path) ?? defaultLanguage)
}

function missingPath(address: Address | null): string {
  if (address === null) return '/404'
  return 'slug' in address ? pathTo({ ...address, slug: '404' }) : `${pageTable[address.page].path}?page=0`
}
