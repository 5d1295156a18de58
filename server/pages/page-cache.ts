import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Language, otherLanguage } from '../../shared/language.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import { type Representation, byteLengthOf } from '../http/content-encoding.ts'
import { responseKey } from './cache-keys.ts'
import { loggedPath } from '../http/request-log.ts'
import { createSingleFlight } from '../runtime/single-flight.ts'
import type { Cached, Posts } from '../posts/posts.ts'

/** A response that the application has sent, for the fast path to send again. */
export type CachedPage = {
  address: Address
  language: Language
  /** The key of its document. */
  document: string
  /** Names and values in turn, for `send`. Without the headers of the body and of a single request. */
  headers: OutgoingHttpHeader[]
  /** Identifies its posts: see `postsFingerprintOf`. */
  postsFingerprint: string
  /** Expiry in milliseconds, by `uptime`. */
  until: number
  /** Its path for the log. */
  loggedPath: string
}

/** A page that the application is about to send. */
export type SentPage = {
  address: Address | null
  language: Language
  document: string
  status: number
  /** Whether the document was in the cache already. */
  wasCached: boolean
  /** Whether it is the same for all visitors. */
  isShared: boolean
  /** Fingerprints before the posts were read for this page, and after it was rendered: see `postsFingerprintOf`. */
  fingerprintBefore: string | null
  fingerprintAfter: string | null
  /** The headers by lower-case name. */
  headers: OutgoingHttpHeaders
}

/** How long the fast path sends a response before the application answers again, for example after a change of year. */
const maxMs = 60_000
/** The same for stale posts: they are only refreshed when the application reads them. */
const maxStaleMs = 250

const maxResponses = 1000
/** Limit of all documents together, in all their encodings. */
const maxBytes = 64 * 2 ** 20

/** Whether the fast path may send a cached page. Each line is a reason why the application must answer instead. */
export function mayServe(
  page: CachedPage,
  method: string | undefined,
  fingerprintNow: string | null,
  uptime: number,
): boolean {
  // The application rejects other methods.
  if (method !== 'GET' && method !== 'HEAD') return false
  // The response has expired.
  if (uptime >= page.until) return false
  // A post was published, changed or removed, or the page's Cache-Status is no longer true.
  if (fingerprintNow !== page.postsFingerprint) return false
  return true
}

/** Whether the fast path may store a page that the application is about to send. Each line is a reason against it. */
export function mayStore(page: SentPage): page is SentPage & { address: Address; fingerprintAfter: string } {
  // Never cache 404s and errors.
  if (page.address === null || page.status !== 200) return false
  // A visitor's search, or the result of a form.
  if (!page.isShared) return false
  // Its Cache-Status says that it was rendered for this request.
  if (!page.wasCached) return false
  // Its posts are late, or the cache of posts is disabled.
  if (page.fingerprintAfter === null) return false
  // Its posts changed while it was rendered.
  if (page.fingerprintBefore !== page.fingerprintAfter) return false
  // It sets a visitor's cookie, or forbids caching.
  if (page.headers['set-cookie'] !== undefined) return false
  if (/\bno-store\b/i.test(String(page.headers['cache-control']))) return false
  return true
}

export type PageCacheOptions = {
  posts: CachedPosts
  /** Whether posts are cached at all. */
  keepsPosts: boolean
  /** Milliseconds since the process began. */
  uptime: () => number
}

type CachedPosts = Pick<Posts, 'peekList'>

/**
 * Caches pages in memory, in two steps. A document's key contains everything that it depends on. So if posts change, the key
 * changes, and nothing needs to be purged. Responses are documents with their headers, by URL and language. The fast path sends
 * them without the application.
 *
 * @see docs/decisions/016-answers-before-middleware.md
 */
export function createPageCache({ posts, keepsPosts, uptime }: PageCacheOptions) {
  const documents = new LRUCache<string, Representation>({ maxSize: maxBytes, sizeCalculation: byteLengthOf })
  const inFlight = createSingleFlight<Representation>()
  const responses = new LRUCache<string, CachedPage>({ max: maxResponses })

  function postsFingerprint(address: Address | null, language: Language): string | null {
    if (address === null) return null
    const { posts: shown } = pages[address.page]
    if (shown === 'none') return ''
    if (shown === 'latest') return fingerprintOf(posts.peekList(language)) ?? ''
    return keepsPosts ? postsFingerprintOf(language, posts) : null
  }

  return {
    hasDocument: (key: string) => documents.has(key),

    /** Gets a document, or makes it once for all concurrent callers. A failure rejects for all of them, and is not cached. */
    async document(key: string, make: () => Promise<Representation>): Promise<Representation> {
      const cached = documents.get(key)
      if (cached) return cached
      return inFlight.run(key, async () => {
        const document = await make()
        documents.set(key, document)
        return document
      })
    },

    /** See `postsFingerprintOf`. Empty for a page without posts; null if the cache of posts is disabled. */
    postsFingerprint,

    /** The cached page for a request, and its document; null if the application must answer. */
    find(req: IncomingMessage): { page: CachedPage; document: Representation } | null {
      const key = responseKey(req.url ?? '', req.headers.cookie)
      const page = responses.get(key)
      if (page === undefined) return null
      if (!mayServe(page, req.method, postsFingerprint(page.address, page.language), uptime())) return null
      const document = documents.get(page.document)
      return document === undefined ? null : { page, document }
    },

    /** Stores a response whose headers are set, if the fast path may send it again. */
    store(req: IncomingMessage & { originalUrl: string }, res: ServerResponse, about: Omit<SentPage, 'headers'>): void {
      const page = { ...about, headers: res.getHeaders() }
      if (!mayStore(page)) return
      const { address, language, document, fingerprintAfter, headers } = page
      const lifetimeMs = fingerprintAfter.startsWith('stale') ? maxStaleMs : maxMs
      responses.set(responseKey(req.originalUrl, req.headers.cookie), {
        address,
        language,
        document,
        headers: withoutPerRequestHeaders(headers),
        postsFingerprint: fingerprintAfter,
        until: uptime() + lifetimeMs,
        loggedPath: loggedPath(req.originalUrl),
      })
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Identifies the posts of a page; null if they are not in memory. A page with posts depends on both lists: on its own for its
 * neighbours, on the other for its translation.
 */
function postsFingerprintOf(language: Language, posts: CachedPosts): string | null {
  const own = fingerprintOf(posts.peekList(language))
  return own && `${own} ${fingerprintOf(posts.peekList(otherLanguage(language)))}`
}

/** It changes with each read of the list, because an unlisted article may have been deleted meanwhile. */
function fingerprintOf(list: Cached<object> | null): string | null {
  return list && `${list.freshness} ${list.version} ${list.readAt}`
}

/** Headers that belong to a single request. */
const perRequestHeaders = new Set(['x-request-id', 'connection'])

function withoutPerRequestHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeader[] {
  return Object.entries(headers).flatMap(([name, value = '']) => (perRequestHeaders.has(name) ? [] : [name, value]))
}
