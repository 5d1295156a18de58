import type { Language } from '../../shared/language.ts'
import { type FindOutcome, type ListOutcome, type Neighbours, type PostSource, summaryOf } from '../../shared/post.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import type { FindAnswer, ListAnswer, Posts } from '../posts/posts.ts'
import type { Freshness } from '../posts/stale-cache.ts'

/**
 * The posts that a page is made of, as they are right now. `version` is the same for the same posts, so it can stand in a
 * page's cache key; null where the page must not be kept.
 */
export type PagePosts = {
  source: PostSource
  version: string | null
  status: 200 | 404 | 503
  retryAfterSeconds: number | null
  freshness: Freshness | null
}

const none: PostSource = {
  list: () => ({ kind: 'pending' }),
  find: () => ({ kind: 'missing' }),
}

const withoutPosts: PagePosts = { source: none, version: '', status: 200, retryAfterSeconds: null, freshness: null }

/**
 * Reads what the page at an address needs. A list is waited for `waitMs`, then the page is sent in its loading state; an
 * article is waited for as long as its source takes, since its status must be true.
 */
export async function readPosts(
  address: Address | null,
  language: Language,
  posts: Posts,
  waitMs: number,
): Promise<PagePosts> {
  if (address === null) return { ...withoutPosts, status: 404 }
  if (address.page === 'article') {
    const answer = await posts.find(language, address.slug)
    return articlePosts(answer, posts.neighbours(language, address.slug))
  }
  if (pages[address.page].posts === 'list') {
    const answer = await withinTime(posts.list(language), waitMs)
    return listPosts(answer === 'late' ? (posts.heldList(language) ?? 'late') : answer)
  }
  return withoutPosts
}

function listPosts(answer: ListAnswer | 'late'): PagePosts {
  const of = (outcome: ListOutcome) => ({ ...none, list: () => outcome })
  const page = { status: 200 as const, retryAfterSeconds: null }
  if (answer === 'late') return { ...page, source: of({ kind: 'pending' }), version: null, freshness: 'miss' }
  switch (answer.kind) {
    case 'held': {
      const outcome = { kind: 'listed' as const, posts: answer.value.map(summaryOf) }
      return { ...page, source: of(outcome), version: answer.version, freshness: answer.freshness }
    }
    case 'absent':
      return { ...page, source: of({ kind: 'listed', posts: [] }), version: 'empty', freshness: answer.freshness }
    case 'failed':
      return {
        ...page,
        source: of({ kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds }),
        version: null,
        freshness: 'miss',
      }
  }
}

function articlePosts(answer: FindAnswer, neighbours: Neighbours): PagePosts {
  const of = (outcome: FindOutcome) => ({ ...none, find: () => outcome })
  switch (answer.kind) {
    case 'held':
      return {
        source: of({ kind: 'found', post: answer.value, neighbours }),
        version: answer.version + JSON.stringify(neighbours),
        status: 200,
        retryAfterSeconds: null,
        freshness: answer.freshness,
      }
    case 'absent':
      return {
        source: of({ kind: 'missing' }),
        version: 'missing',
        status: 404,
        retryAfterSeconds: null,
        freshness: answer.freshness,
      }
    case 'failed': {
      const { retryAfterSeconds } = answer
      return {
        source: of({ kind: 'unavailable', retryAfterSeconds }),
        version: null,
        status: 503,
        retryAfterSeconds,
        freshness: 'miss',
      }
    }
  }
}

async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late')
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
