import type { Language } from '../shared/language.ts'
import type { FindOutcome, ListOutcome, Neighbours, Post, PostSummary } from '../shared/post.ts'
import { type PageOutcome, pageOf } from '../shared/post-list.ts'
import type { PostSource } from '../shared/post-source.ts'
import { after } from './after.ts'

/** The posts that came with the page, so that whoever comes back to it finds them. */
export type ServedPosts = { language: Language; outcomes: (PageOutcome | FindOutcome)[] }

/** Asks for posts, without remembering any. */
type Asking = Pick<PostSource, 'list' | 'page' | 'find'>

/** How long an answer is not asked for again, in milliseconds. */
const freshMs = 30_000

/** How long a failure answers for itself, in milliseconds. */
const failureMs = 1000

/**
 * The browser's posts: the site's own API. A failure is said on the console, and shown as the page shows it.
 *
 * @param pageSize posts on one page of the list; 0: all, and then the list is asked for as a whole
 */
export function createBrowserPosts(served: ServedPosts, pageSize: number): PostSource {
  const posts = remembering(served, {
    async list(language) {
      const answer = await ask<PostSummary>('/api/posts', language)
      if (answer.kind === 'answered') return { kind: 'listed', posts: answer.body.posts }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },

    async page(language, number) {
      const answer = await ask<PostSummary>('/api/posts', `${language}&page=${number}`)
      if (answer.kind === 'answered') {
        const { posts, meta } = answer.body
        return { kind: 'page', posts, number, pages: meta.pagination.pages }
      }
      if (answer.status === 404) return { kind: 'missing' }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },

    async find(language, slug) {
      const answer = await ask<Post>(`/api/posts/${encodeURIComponent(slug)}`, language)
      if (answer.kind === 'answered') {
        const [post] = answer.body.posts
        return post ? { kind: 'found', post, neighbours: answer.body.meta } : { kind: 'missing' }
      }
      if (answer.status === 404) return { kind: 'missing' }
      return { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }
    },
  })
  if (pageSize > 0) return posts
  return { ...posts, page: (language, number) => after(posts.list(language), (list) => pageOf(list, number, 0)) }
}

/**
 * Stale-while-revalidate for one tab: what was once there is shown at once, whoever goes back finds the list as they left
 * it, and an answer older than a moment is fetched again for the next time.
 */
function remembering({ language, outcomes }: ServedPosts, source: Asking): PostSource {
  const known = new Map<string, { outcome: unknown; at: number }>()
  for (const outcome of outcomes) {
    if (outcome.kind === 'page') {
      const { posts, number, pages } = outcome
      known.set(pageKey(language, number), { outcome, at: Date.now() })
      if (pages === 1) known.set(language, { outcome: { kind: 'listed', posts }, at: Date.now() })
    }
    if (outcome.kind === 'found') known.set(`${language}/${outcome.post.slug}`, { outcome, at: Date.now() })
  }
  const flights = new Map<string, Promise<unknown>>()

  function ask<T extends { kind: string }>(key: string, read: () => T | Promise<T>): Promise<T> {
    // The same key always holds the same kind of answer.
    const underWay = flights.get(key) as Promise<T> | undefined
    if (underWay) return underWay
    const flight = Promise.resolve(read()).then((outcome) => {
      const found = ['listed', 'page', 'found'].includes(outcome.kind)
      if (found) known.set(key, { outcome, at: Date.now() })
      // Withdrawn since: whoever comes again is told so.
      if (outcome.kind === 'missing') known.delete(key)
      // A failure is asked again, but not twice for one pointer that comes and clicks.
      setTimeout(() => flights.delete(key), found ? 0 : failureMs)
      return outcome
    })
    flights.set(key, flight)
    return flight
  }

  function remembered<T extends { kind: string }>(key: string, read: () => T | Promise<T>): T | Promise<T> {
    const held = known.get(key)
    if (held === undefined) return ask(key, read)
    if (Date.now() - held.at >= freshMs) void ask(key, read)
    return held.outcome as T
  }

  return {
    list: (language) => remembered(language, () => source.list(language)),
    page: (language, number) => remembered(pageKey(language, number), () => source.page(language, number)),
    held(language) {
      const list = known.get(language)?.outcome as ListOutcome | undefined
      return list?.kind === 'listed' ? list.posts : []
    },
    find: (language, slug) => remembered(`${language}/${slug}`, () => source.find(language, slug)),
  }
}

/** No slug has a space. */
const pageKey = (language: Language, number: number) => `${language} ${number}`

/** Neighbours are an article's. */
type Body<T> = { posts: T[]; meta: Neighbours & { pagination: { pages: number } } }

type Answer<T> =
  { kind: 'answered'; body: Body<T> } | { kind: 'failed'; status: number | null; retryAfterSeconds: number }

/** @param language with what follows it in the query */
async function ask<T>(path: string, language: Language | `${Language}&page=${number}`): Promise<Answer<T>> {
  try {
    // Asked each time whether it is still the same: Chromium takes `stale-while-revalidate`, which is meant for shared caches, as
    // leave to show what is a day old (RFC 5861, section 3).
    const response = await fetch(`${path}?lang=${language}`, { cache: 'no-cache' })
    if (response.ok) {
      const body = (await response.json()) as Body<T> // this site's own, where it has posts
      if (!Array.isArray(body.posts)) throw new TypeError('the answer has no `posts`, expected a list of them')
      return { kind: 'answered', body }
    }
    // The browser itself says 404 and 503 on its console.
    return {
      kind: 'failed',
      status: response.status,
      retryAfterSeconds: Number(response.headers.get('retry-after')) || 1,
    }
  } catch (error) {
    console.error(`GET ${path}?lang=${language} failed`, error)
    return { kind: 'failed', status: null, retryAfterSeconds: 1 }
  }
}
