import type { Request, Response } from 'express'
import { Router } from 'express'
import { isLanguage, type Language } from '../shared/language.ts'
import { type Neighbours, type PostSummary, summaryOf } from '../shared/post.ts'
import type { Config } from './config.ts'
import { encode } from './encoding.ts'
import { HttpError, methodNotAllowed } from './http-error.ts'
import { neighboursIn } from './pages/read-posts.ts'
import type { Posts } from './posts/posts.ts'
import type { Answer } from './posts/stale-cache.ts'
import { send } from './send.ts'

const json = 'application/json; charset=utf-8'

/** `/api/posts` and `/api/posts/{slug}`: what the browser reads after a client-side navigation. */
export function createPostsApi(posts: Posts, { posts: { ttlMs, staleMs } }: Config): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const cacheControl = `public, max-age=0, s-maxage=${Math.round(ttlMs / 1000)}, stale-while-revalidate=${Math.round(staleMs / 1000)}`

  router
    .route('/api/posts')
    .get(async (req, res) => {
      const answer = await posts.list(languageIn(req))
      if (answer.kind === 'failed') throw unavailable(answer.retryAfterSeconds)
      await respond(req, res, answer, answer.kind === 'held' ? answer.value.map(summaryOf) : [])
    })
    .all((req) => {
      throw methodNotAllowed(req.method, 'GET, HEAD')
    })

  router
    .route('/api/posts/:slug')
    .get(async (req, res) => {
      const { slug } = req.params
      const language = languageIn(req)
      const answer = await posts.find(language, slug)
      if (answer.kind === 'failed') throw unavailable(answer.retryAfterSeconds)
      if (answer.kind === 'absent') throw new HttpError(404, 'NotFoundError', 'no post has this slug in this language')
      await respond(req, res, answer, [answer.value], neighboursIn(posts.heldList(language), slug))
    })
    .all((req) => {
      throw methodNotAllowed(req.method, 'GET, HEAD')
    })

  async function respond(
    req: Request,
    res: Response,
    answer: Exclude<Answer<object>, { kind: 'failed' }>,
    found: PostSummary[],
    neighbours?: Neighbours,
  ) {
    const total = found.length
    const meta = { pagination: { page: 1, limit: 'all', pages: 1, total, next: null, prev: null }, ...neighbours }
    res.set('Cache-Status', answer.freshness === 'hit' ? 'posts; hit' : `posts; fwd=${answer.freshness}`)
    res.set('Cache-Control', cacheControl)
    send(req, res, await encode(JSON.stringify({ posts: found, meta }), json))
  }

  return router
}

function languageIn(req: Request): Language {
  const { lang } = req.query
  if (isLanguage(lang)) return lang
  throw new HttpError(400, 'BadRequestError', 'lang: is not a language of this site; expected fr or en', {
    field: 'lang',
  })
}

function unavailable(retryAfterSeconds: number): HttpError {
  return new HttpError(503, 'ServiceUnavailableError', 'posts cannot be read for the moment', {
    headers: { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' },
  })
}
