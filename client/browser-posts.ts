import type { Language } from '../shared/language.ts'
import type { FindOutcome, ListOutcome, Neighbours, Post, PostSummary } from '../shared/post.ts'
import { pageOf, type PageOutcome, type PostSource } from '../shared/post-list.ts'
import { mapMaybePromise } from './context/loader-data.ts'
import { fetchOwn } from './context/own-api.ts'

/** The posts that came with the page, in its language. */
export type ServedPosts = { language: Language; outcomes: (PageOutcome | FindOutcome)[] }

/** Requests posts, without a cache. */
type UncachedPosts = Pick<PostSource, 'list' | 'page' | 'find'>

/** How long an outcome is fresh, in milliseconds. */
const freshMs = 30_000

/** The delay before a failure is retried, in milliseconds. */
const failureMs = 1000

/**
 * The browser's source of posts: the site's own API. A failure is logged on the console and shown by the page.
 *
 * @param pageSize posts on one page of the list; 0: all, so the whole list is requested
 */
export function createBrowserPosts(served: ServedPosts, pageSize: number): PostSource {
  const posts = withCache(served, {
    async list(lang) {
      const answer = await getPosts<PostSummary>('/api/posts', { lang })
      if (answer.kind === 'answered') return { kind: 'listed', posts: answer.body.posts }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },

    async page(lang, number) {
      const answer = await getPosts<PostSummary>('/api/posts', { lang, page: String(number) })
      if (answer.kind === 'failed') return outcomeOf(answer)
      const { posts, meta } = answer.body
      return { kind: 'page', posts, number, pages: meta.pagination.pages }
    },

    async find(lang, slug) {
      const answer = await getPosts<Post>(`/api/posts/${encodeURIComponent(slug)}`, { lang })
      if (answer.kind === 'failed') return outcomeOf(answer)
      const [post] = answer.body.posts
      return post ? { kind: 'found', post, neighbours: answer.body.meta } : { kind: 'missing' }
    },
  })
  if (pageSize > 0) return posts
  const page: PostSource['page'] = (language, number) =>
    mapMaybePromise(posts.list(language), (list) => pageOf(list, number, 0))
  return { ...posts, page }
}

/**
 * Stale-while-revalidate for one tab. Cached posts are shown at once, so the list is unchanged when the visitor goes back. A stale
 * outcome is fetched again for the next visit.
 */
function withCache({ language, outcomes }: ServedPosts, source: UncachedPosts): PostSource {
  const cache = new Map<string, { outcome: unknown; at: number }>()
  const inFlight = new Map<string, Promise<unknown>>()
  const store = (key: string, outcome: unknown) => cache.set(key, { outcome, at: Date.now() })

  for (const outcome of outcomes) {
    if (outcome.kind === 'found') store(`${language}/${outcome.post.slug}`, outcome)
    if (outcome.kind !== 'page') continue
    store(pageKey(language, outcome.number), outcome)
    if (outcome.pages === 1) store(language, { kind: 'listed', posts: outcome.posts })
  }

  function fetchOnce<T extends { kind: string }>(key: string, read: () => T | Promise<T>): Promise<T> {
    const running = inFlight.get(key) as Promise<T> | undefined // a key always holds the same kind of outcome
    if (running) return running
    const fetching = Promise.resolve(read()).then((outcome) => {
      const isFound = ['listed', 'page', 'found'].includes(outcome.kind)
      if (isFound) store(key, outcome)
      // The post has been withdrawn.
      if (outcome.kind === 'missing') cache.delete(key)
      // Delayed, so that a hover and the click after it do not both request a failing address.
      setTimeout(() => inFlight.delete(key), isFound ? 0 : failureMs)
      return outcome
    })
    inFlight.set(key, fetching)
    return fetching
  }

  function cached<T extends { kind: string }>(key: string, read: () => T | Promise<T>): T | Promise<T> {
    const entry = cache.get(key)
    if (entry === undefined) return fetchOnce(key, read)
    if (Date.now() - entry.at >= freshMs) void fetchOnce(key, read)
    return entry.outcome as T // as above
  }

  return {
    list: (language) => cached(language, () => source.list(language)),
    page: (language, number) => cached(pageKey(language, number), () => source.page(language, number)),
    peekList(language) {
      const list = cache.get(language)?.outcome as ListOutcome | undefined // as above
      return list?.kind === 'listed' ? list.posts : []
    },
    find: (language, slug) => cached(`${language}/${slug}`, () => source.find(language, slug)),
  }
}

/** No slug has a space. */
const pageKey = (language: Language, number: number) => `${language} ${number}`

/** An article has neighbours; a list has a pagination. */
type Body<T> = { posts: T[]; meta: Neighbours & { pagination: { pages: number } } }

type Failure = { kind: 'failed'; status: number | null; retryAfterSeconds: number }

const outcomeOf = ({ status, retryAfterSeconds }: Failure) =>
  status === 404 ? ({ kind: 'missing' } as const) : ({ kind: 'unavailable', retryAfterSeconds } as const)

async function getPosts<T>(
  path: string,
  query: { lang: Language; page?: string },
): Promise<{ kind: 'answered'; body: Body<T> } | Failure> {
  const address = `${path}?${new URLSearchParams(query).toString()}`
  try {
    // Without this, Chromium would obey `stale-while-revalidate`, which is meant for shared caches, and show posts that are a day
    // old (RFC 5861, section 3).
    const response = await fetchOwn(address, { cache: 'no-cache' })
    if (response.ok) {
      const body = (await response.json()) as Body<T> // this site's own, if it has posts
      if (!Array.isArray(body.posts)) throw new TypeError('the answer has no `posts`, expected a list of posts')
      return { kind: 'answered', body }
    }
    // The browser itself logs 404 and 503 on its console.
    const retryAfterSeconds = Number(response.headers.get('retry-after')) || 1
    return { kind: 'failed', status: response.status, retryAfterSeconds }
  } catch (error) {
    console.error(`GET ${address} failed`, error)
    return { kind: 'failed', status: null, retryAfterSeconds: 1 }
  }
}
