import type { RequestHandler } from 'express'
import type { FailureReason, PageAssets, RenderContext, RenderRequest } from '../../client/entry-server.tsx'
import { yearAt } from '../../shared/dates.ts'
import { prefixOf } from '../../shared/language.ts'
import { type Address, addressOf, articlePath, type PageId, pages as pageTable } from '../../shared/site-map.ts'
import type { Config } from '../config.ts'
import { encode, type Representation } from '../encoding.ts'
import { methodNotAllowed } from '../http-error.ts'
import type { Posts } from '../posts/posts.ts'
import { send } from '../send.ts'
import type { PageStore } from './page-store.ts'
import { readPosts } from './read-posts.ts'

export type Renderer = {
  renderPage: (request: RenderRequest) => Promise<string>
  renderFailure: (reason: FailureReason, context: RenderContext) => Promise<string>
}

/** The bundle's files that a page needs; `null` is the error screen. */
export type AssetsFor = (page: PageId | null) => PageAssets | Promise<PageAssets>

export type PagesOptions = {
  config: Config
  posts: Posts
  store: PageStore
  renderer: Renderer
  assetsFor: AssetsFor
  /** Milliseconds since 1970. */
  now: () => number
}

const html = 'text/html; charset=utf-8'

/** Answers every address that is a page, and with 404 every one that is nothing. */
export function createPages({ config, posts, store, renderer, assetsFor, now }: PagesOptions): RequestHandler {
  return async (req, res) => {
    const address = addressOf(req.path)
    if (req.method !== 'GET' && req.method !== 'HEAD' && address !== null)
      throw methodNotAllowed(req.method, 'GET, HEAD')

    const query = address === null ? '' : knownQuery(address, req.originalUrl)
    const read = address === null ? null : await readPosts(address, req.lng, posts, config.posts.waitMs)
    const status = read?.status ?? 404
    const version = read === null ? '' : read.version
    const year = yearAt(now())

    // A screen without a page says nothing of its own address: a flood of invented ones is one stored document, and what
    // one visitor asked for is never told to another.
    const path = status === 200 ? req.path : placeholderPath(req.path, address)
    const render = async (): Promise<Representation> => {
      const document = await renderer.renderPage({
        page: address?.page ?? null,
        path: path + query,
        posts: read?.source ?? { list: () => ({ kind: 'pending' }), find: () => ({ kind: 'missing' }) },
        language: req.lng,
        texts: req.i18n,
        siteUrl: config.siteUrl,
        year,
        assets: await assetsFor(address?.page ?? null),
      })
      return encode(document, html)
    }

    const key = JSON.stringify([req.lng, path, query, address?.page ?? null, version, year])
    const stored = version === null ? undefined : store.get(key)
    const page = stored ?? (await (version === null ? render() : store.make(key, render)))

    res.append('Cache-Status', read?.freshness ? [statusOf('posts', read.freshness)] : [])
    res.append('Cache-Status', statusOf('pages', stored ? 'hit' : 'miss'))
    if (read?.retryAfterSeconds) res.set('Retry-After', String(read.retryAfterSeconds))
    res.vary('Accept-Encoding')
    if (prefixOf(req.path) === null) res.vary('Cookie')
    res.set('Cache-Control', version === null ? 'no-store' : cacheControl(config, status))
    send(req, res, page, { status })
  }
}

/** A page's own query, in the table's order; anything else is ignored, and makes no further cached page. */
function knownQuery({ page }: Address, url: string): string {
  const given = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const rows: [string, readonly string[]][] = Object.entries(pageTable[page].query)
  const kept = rows.flatMap(([name, values]) => {
    const value = given.get(name)
    return value !== null && values.includes(value) ? [[name, value]] : []
  })
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

/** An address of the same route that stands for all those without a page of their own. */
function placeholderPath(path: string, address: Address | null): string {
  const prefix = prefixOf(path)
  return `${prefix === null ? '' : `/${prefix}`}${address === null ? '/404' : articlePath('404')}`
}

function cacheControl({ posts: { ttlMs, staleMs } }: Config, status: number): string {
  const seconds = Math.round(ttlMs / 1000)
  const shared = `public, max-age=0, s-maxage=${seconds}`
  return status === 200 ? `${shared}, stale-while-revalidate=${Math.round(staleMs / 1000)}` : shared
}

/** RFC 9211. */
function statusOf(cache: string, freshness: 'hit' | 'stale' | 'miss'): string {
  return freshness === 'hit' ? `${cache}; hit` : `${cache}; fwd=${freshness}`
}
