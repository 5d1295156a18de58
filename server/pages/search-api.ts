import type { RequestHandler } from 'express'
import { maxQuery, parseSearchQuery, type SearchResults } from '../../shared/search.ts'
import { cacheStatus } from './cache-headers.ts'
import { noVarySearch, privateCacheControl } from '../http/cache-control.ts'
import { encode } from '../http/content-encoding.ts'
import { HttpError, postsUnavailable } from '../http/http-error.ts'
import { queryOf } from '../i18n/language.ts'
import { send } from '../http/send.ts'
import type { Search } from '../search/search.ts'
import { languageIn } from './posts-api.ts'

const json = 'application/json; charset=utf-8'

const nothing: SearchResults = { posts: [], total: 0, topics: [] }

/**
 * `/api/search`: search as a visitor types. Responses are not cached here or in shared caches, since each query has its own.
 */
export function createSearchApi(search: Search): RequestHandler {
  return async (req, res) => {
    const language = languageIn(req)
    const query = parseSearchQuery(new URLSearchParams(queryOf(req)).get('q'))
    if (query.kind === 'tooLong') {
      const message = `q: is too long; expected at most ${maxQuery} characters`
      throw new HttpError(400, 'BadRequestError', message, { field: 'q' })
    }
    const answer = query.kind === 'none' ? null : await search.find(language, query.text)
    if (answer?.kind === 'failed') throw postsUnavailable(answer.retryAfterSeconds)
    if (answer) res.set('Cache-Status', cacheStatus('posts', answer.freshness))
    res.set({ 'Cache-Control': privateCacheControl, 'No-Vary-Search': noVarySearch(req.path) })
    const { posts, total, topics } = answer?.results ?? nothing
    // In Ghost's format. Only the best results are sent.
    const pagination = { page: 1, limit: posts.length, pages: 1, total, next: null, prev: null }
    send(req, res, await encode(JSON.stringify({ posts, meta: { pagination, topics } }), json))
  }
}
