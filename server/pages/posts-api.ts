import type { Request, RequestHandler, Response } from 'express'
import { isLanguage, type Language } from '../../shared/language.ts'
import { summaryOf } from '../../shared/post.ts'
import { type ListPage, pageNumberIn, pageOf, withLead } from '../../shared/post-list.ts'
import { apiKey } from './cache-keys.ts'
import { cacheStatus } from './cache-headers.ts'
import type { Config } from '../config/config.ts'
import { noVarySearch, sharedCacheControl } from '../http/cache-control.ts'
import { encode } from '../http/content-encoding.ts'
import { HttpError, postsNotFound, postsUnavailable } from '../http/http-error.ts'
import { queryOf } from '../i18n/language.ts'
import type { PageCache } from './page-cache.ts'
import type { Pagination } from './read-posts.ts'
import type { FindAnswer, ListAnswer, Posts } from '../posts/posts.ts'
import { send } from '../http/send.ts'

const json = 'application/json; charset=utf-8'

/**
 * `/api/posts` (`list`) and `/api/posts/{slug}` (`article`): posts for client-side navigation.
 *
 * @param now milliseconds since 1970
 */
export function createPostsApi(posts: Posts, cache: Pick<PageCache, 'document'>, config: Config, now: () => number) {
  const list: RequestHandler = async (req, res) => {
    const language = languageIn(req)
    const { page: number, size } = paginationIn(req, config)
    const answer = await posts.list(language)
    setCacheStatus(res, answer)
    if (answer.kind === 'failed') throw postsUnavailable(answer.retryAfterSeconds)
    const listed = { kind: 'listed', posts: answer.value } as const
    const led = withLead(listed, now())
    const page = pageOf(led, number, size)
    if (page.kind !== 'page') throw postsNotFound('the list has no page of this number', config.posts)
    const about = ['list', language, number, size, led !== listed]
    await respond(req, res, answer.version, about, () => ({
      posts: page.posts.map(summaryOf),
      meta: buildMeta(page, answer.value.length, size),
    }))
  }

  const article: RequestHandler<{ slug: string }> = async (req, res) => {
    const { slug } = req.params
    const language = languageIn(req)
    const answer = await posts.find(language, slug)
    setCacheStatus(res, answer)
    if (answer.kind === 'failed') throw postsUnavailable(answer.retryAfterSeconds)
    if (answer.kind === 'absent') throw postsNotFound('no post has this slug in this language', config.posts)
    const neighbours = posts.neighbours(language, slug)
    const about = ['post', language, slug, neighbours]
    await respond(req, res, answer.version, about, () => ({
      posts: [answer.value],
      meta: { ...buildMeta({ number: 1, pages: 1 }, 1), ...neighbours },
    }))
  }

  async function respond(req: Request, res: Response, version: string, about: unknown[], make: () => object) {
    const body = await cache.document(apiKey(about, version), () => encode(JSON.stringify(make()), json))
    res.set({ 'Cache-Control': sharedCacheControl(config.posts), 'No-Vary-Search': noVarySearch(req.path) })
    send(req, res, body)
  }

  return { list, article }
}

/** For missing posts too: it tells whether Ghost was asked. */
function setCacheStatus(res: Response, answer: ListAnswer | FindAnswer): void {
  res.set('Cache-Status', cacheStatus('posts', answer.kind === 'failed' ? 'miss' : answer.freshness))
}

/** In Ghost's format. A page size of 0 means all posts. */
function buildMeta({ number, pages }: Pick<ListPage, 'number' | 'pages'>, total: number, size = 0) {
  const [next, prev] = [number < pages ? number + 1 : null, number > 1 ? number - 1 : null]
  return { pagination: { page: number, limit: size === 0 ? 'all' : size, pages, total, next, prev } }
}

/** The page of the list that the query names, or the whole list if the list has no pages. */
function paginationIn(req: Request, { blogPageSize }: Config): Pagination {
  const query = new URLSearchParams(queryOf(req))
  return query.has('page') && blogPageSize > 0
    ? { page: pageNumberIn(query), size: blogPageSize }
    : { page: 1, size: 0 }
}

/** The parameter `lang` of an API request. It is required. */
export function languageIn(req: Request): Language {
  const { lang } = req.query
  if (isLanguage(lang)) return lang
  throw new HttpError(400, 'BadRequestError', 'lang: is not a language of this site; expected fr or en', {
    field: 'lang',
  })
}
