import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Language, otherLanguage } from '../../shared/language.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import { type Representation, byteLengthOf } from '../http/content-encoding.ts'
import { responseKey } from './cache-keys.ts'
import { loggedPath } from '../http/request-log.ts'
import { createSingleFlight } from '../runtime/single-flight.ts'
import type { Posts } from '../posts/posts.ts'
import type { Cached } from '../posts/cache/cached-list.ts'

/** A page's whole response, as the application has sent it, to be sent again by the fast path. */
export type CachedPage = {
  address: Address
  language: Language
  /** The key of its document. */
  document: string
  /** Names and values in turn, as `send` takes them, without those of the body or of one request. */
  headers: OutgoingHttpHeader[]
  /** The posts that it was made of: see `postsFingerprintOf`. */
  postsFingerprint: string
  /** By `uptime`. */
  until: number
  /** Its address as it may stand in the log. */
  loggedPath: string
}

/** A page that the application is about to send, as it knows it. */
export type SentPage = {
  address: Address | null
  language: Language
  document: string
  status: number
  /** Whether the document was in the cache already. */
  wasCached: boolean
  /** Whether it says the same to every visitor. */
  isShared: boolean
  /** The posts before they were read for this page, and after it was made: see `postsFingerprintOf`. */
  fingerprintBefore: string | null
  fingerprintAfter: string | null
  /** The headers by name in small letters. */
  headers: OutgoingHttpHeaders
}

/** How long a response is sent again before the application makes it anew, in milliseconds: for a change of year, say. */
const maxMs = 60_000
/** The same for stale posts: the application has them refreshed when it asks for them. */
const maxStaleMs = 250

const maxResponses = 1000
/** Documents may take so much in all their encodings. */
const maxBytes = 64 * 2 ** 20

/** Whether the fast path may send a cached page: each line is a reason why the application has to answer instead. */
export function mayServe(
  page: CachedPage,
  method: string | undefined,
  fingerprintNow: string | null,
  uptime: number,
): boolean {
  // Other methods are refused, with what is allowed.
  if (method !== 'GET' && method !== 'HEAD') return false
  // The application decides anew from time to time.
  if (uptime >= page.until) return false
  // A post was published, changed or taken back, or is no longer as fresh as the page's Cache-Status says.
  if (fingerprintNow !== page.postsFingerprint) return false
  return true
}

/** Whether the fast path may send a page again that the application is about to send: each line is a reason against it. */
export function mayStore(page: SentPage): page is SentPage & { address: Address; fingerprintAfter: string } {
  // An address that is none, a post that is missing, or a source that fails: any of these may change at any moment.
  if (page.address === null || page.status !== 200) return false
  // The words of one visitor, or the outcome of a form.
  if (!page.isShared) return false
  // Its Cache-Status says that it was made for this request.
  if (!page.wasCached) return false
  // Its posts are late, or every request is to ask for them.
  if (page.fingerprintAfter === null) return false
  // Its posts changed while it was made.
  if (page.fingerprintBefore !== page.fingerprintAfter) return false
  // It gives one visitor a cookie, or forbids every cache to keep it.
  if (page.headers['set-cookie'] !== undefined) return false
  if (/\bno-store\b/i.test(String(page.headers['cache-control']))) return false
  return true
}

export type PageCacheOptions = {
  posts: CachedPosts
  /** Whether copies of posts are ever fresh. */
  keepsPosts: boolean
  /** Milliseconds since the process began. */
  uptime: () => number
}

type CachedPosts = Pick<Posts, 'peekList'>

/**
 * The pages in memory, in two steps. Documents are cached by a key that names everything they depend on, and bounded in bytes:
 * when posts change, so does the key, so that nothing is ever purged. Responses are documents with their headers, by address and
 * language, which the fast path sends without the application.
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

    /** The document of a key, made once for all who ask for it meanwhile. A failure reaches them all, and is not cached. */
    async document(key: string, make: () => Promise<Representation>): Promise<Representation> {
      const cached = documents.get(key)
      if (cached) return cached
      return inFlight.run(key, async () => {
        const document = await make()
        documents.set(key, document)
        return document
      })
    },

    /** See `postsFingerprintOf`; empty for a page without posts, null where every request is to ask the source. */
    postsFingerprint,

    /** The page to send for a request without the application, and its document; null where there is none. */
    find(req: IncomingMessage): { page: CachedPage; document: Representation } | null {
      const key = responseKey(req.url ?? '', req.headers.cookie)
      const page = responses.get(key)
      if (page === undefined) return null
      if (!mayServe(page, req.method, postsFingerprint(page.address, page.language), uptime())) return null
      const document = documents.get(page.document)
      return document === undefined ? null : { page, document }
    },

    /** Keeps a response whose headers are set, where it may be sent again. */
    store(req: IncomingMessage & { originalUrl: string }, res: ServerResponse, about: Omit<SentPage, 'headers'>): void {
      const page = { ...about, headers: res.getHeaders() }
      if (!mayStore(page)) return
      const { address, language, document, fingerprintAfter, headers } = page
      const longest = fingerprintAfter.startsWith('stale') ? maxStaleMs : maxMs
      responses.set(responseKey(req.originalUrl, req.headers.cookie), {
        address,
        language,
        document,
        headers: withoutThoseOfOneRequest(headers),
        postsFingerprint: fingerprintAfter,
        until: uptime() + longest,
        loggedPath: loggedPath(req.originalUrl),
      })
    },
  }
}

export type PageCache = ReturnType<typeof createPageCache>

/**
 * The posts that a page depends on, null if they are not in memory. A page with posts depends on both lists: one has its neighbours, the
 * other its translation.
 */
function postsFingerprintOf(language: Language, posts: CachedPosts): string | null {
  const own = fingerprintOf(posts.peekList(language))
  return own && `${own} ${fingerprintOf(posts.peekList(otherLanguage(language)))}`
}

/** It changes at each reading, since an article that the list lacks may be gone then. */
function fingerprintOf(list: Cached<object> | null): string | null {
  return list && `${list.freshness} ${list.version} ${list.readAt}`
}

/** Headers that belong to one request. */
const ofOneRequest = new Set(['x-request-id', 'connection'])

function withoutThoseOfOneRequest(headers: OutgoingHttpHeaders): OutgoingHttpHeader[] {
  return Object.entries(headers).flatMap(([name, value = '']) => (ofOneRequest.has(name) ? [] : [name, value]))
}
