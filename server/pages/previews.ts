import type { RequestHandler } from 'express'
import { renderPreview } from '../../client/entry-server.tsx'
import { yearAt } from '../../shared/dates.ts'
import { type Language, localiseFrom, otherLanguage } from '../../shared/language.ts'
import { languageOfPost, type PreviewOutcome } from '../../shared/post.ts'
import { articlePath, previewPath } from '../../shared/site-map.ts'
import { botCheckProviderOf, type Context } from '../config/config.ts'
import { encode } from '../http/content-encoding.ts'
import { neighboursOf, type Posts, type ReadPreview } from '../posts/posts.ts'
import { createRateLimit, rateLimitKey, tooManyRequests } from '../http/rate-limit.ts'
import { send } from '../http/send.ts'
import { ipAddressOf } from '../http/client-ip.ts'
import type { AssetsFor } from '../bundle/bundle.ts'

export type PreviewsOptions = {
  posts: Posts
  readPreview: ReadPreview
  assetsFor: AssetsFor
}

/** Enough for an author who reloads. A script that guesses URLs is rejected without a request to Ghost. */
const maxPerMinute = 30

const retryAfterSeconds = 10

/**
 * `/preview/{uuid}`: a draft as it will look, for anyone who has its URL. It is in the post's language, not the visitor's. It is
 * never stored or indexed, and its URL is not sent to other sites.
 */
export function createPreviews(
  { config, texts, now, uptime, log }: Context,
  { posts, readPreview, assetsFor }: PreviewsOptions,
): RequestHandler {
  const consume = createRateLimit({ windowSeconds: 60, limit: maxPerMinute, uptime })

  async function readOutcome(uuid: string): Promise<{ outcome: PreviewOutcome; language: Language | null }> {
    const reading = await readPreview(uuid)
    if (reading.kind === 'failed') {
      log.error({ type: reading.type, message: reading.message }, 'preview could not be read')
      const seconds = Math.max(1, Math.ceil(reading.retryAfterSeconds ?? retryAfterSeconds))
      return { outcome: { kind: 'unavailable', retryAfterSeconds: seconds }, language: null }
    }
    if (reading.value === null) return { outcome: { kind: 'missing' }, language: null }
    const { post, state, language } = reading.value
    const list = posts.peekList(language)?.value ?? []
    const published = list.filter(({ id }) => id !== post.id)
    const asPublished = [post, ...published].sort((a, b) => Date.parse(b.published_at) - Date.parse(a.published_at))
    const elsewhere = posts.peekList(otherLanguage(language))?.value ?? []
    const neighbours = neighboursOf(post.slug, asPublished, elsewhere)
    return { outcome: { kind: 'found', post: posts.resolveLinks(post), state, neighbours }, language }
  }

  return async (req, res, next) => {
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
    const consumption = await consume(rateLimitKey(ipAddressOf(req), 64))
    if (consumption.kind === 'tooMany')
      throw tooManyRequests('too many previews were asked for from this address; try again later', consumption)
    const uuid = req.path.slice(previewPath('').length)
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return next('route')
    const { outcome, language } = await readOutcome(uuid)
    if (outcome.kind === 'found' && outcome.state === 'published' && language && languageOfPost(outcome.post)) {
      // The preview of a published post redirects to its article.
      const path = articlePath(outcome.post.slug)
      const article = await posts.find(language, outcome.post.slug)
      if (article.kind === 'cached') return res.redirect(302, localiseFrom(path, language, req.lng))
    }
    const readerLanguage = language ?? req.lng
    const document = await renderPreview(outcome, {
      path: req.path,
      pageSize: config.blogPageSize,
      language: readerLanguage,
      texts: texts.cloneInstance({ lng: readerLanguage }),
      siteUrl: config.siteUrl,
      year: yearAt(now()),
      botCheck: botCheckProviderOf(config),
      assets: await assetsFor('article', readerLanguage, outcome.kind === 'found' ? outcome.post.html : undefined),
    })
    if (outcome.kind === 'unavailable') res.set('Retry-After', String(outcome.retryAfterSeconds))
    const status = { found: 200, missing: 404, unavailable: 503 }[outcome.kind]
    send(req, res, await encode(document, 'text/html; charset=utf-8'), { status })
  }
}
