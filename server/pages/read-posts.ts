import { type Language, otherLanguage } from '../../shared/language.ts'
import { type FindOutcome, type ListOutcome, type Neighbours, summaryOf } from '../../shared/post.ts'
import { noPosts, pageOf, type PageOutcome, type PostSource, tagIn, topicOf } from '../../shared/post-list.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import { withinTime } from '../http/deadline.ts'
import type { FindAnswer, ListAnswer, Posts } from '../posts/posts.ts'
import type { Freshness } from '../posts/cache/revalidation.ts'

/**
 * The posts that a page is made of. `version` is the same for the same posts, so it is part of the page's cache key; null where the
 * page must not be cached.
 */
export type PagePosts = {
  source: PostSource
  version: string | null
  status: 200 | 404 | 503
  retryAfterSeconds: number | null
  freshness: Freshness | null
}

/** A page of the list, from 1 on, and how many posts it has; 0: all of them. */
export type ListCut = { number: number; size: number }

const withoutPosts: PagePosts = { source: noPosts, version: '', status: 200, retryAfterSeconds: null, freshness: null }

/**
 * Reads what the page at an address needs. After `waitMs` without a list, the page is sent in its loading state. An article has no
 * such bound, since its status must be true.
 */
export async function readPosts(
  address: Address | null,
  language: Language,
  posts: Posts,
  waitMs: number,
  cut: ListCut,
): Promise<PagePosts> {
  if (address === null) return { ...withoutPosts, status: 404 }
  if (address.page === 'article') {
    const answer = await posts.find(language, address.slug)
    return articlePosts(answer, posts.neighbours(language, address.slug))
  }
  if (pages[address.page].posts === 'none') return withoutPosts

  const answer = await withinTime(posts.list(language), waitMs)
  const { outcome, ...list } = listPosts(answer === 'late' ? (posts.peekList(language) ?? 'late') : answer)
  const source = { ...noPosts, list: () => outcome }
  if (address.page === 'tag') {
    if (topicOf(outcome, address.slug).kind === 'missing') return { ...list, ...missing }
    const elsewhere = posts.peekList(otherLanguage(language))
    const others = elsewhere?.kind === 'cached' && tagIn(elsewhere.value, address.slug) ? elsewhere.value : []
    // The page links to the same topic in the other language: it changes once there is one.
    const version = list.version === null ? null : `${list.version}${others.length > 0 ? ' both' : ''}`
    return { ...list, version, source: { ...source, peekList: () => others } }
  }
  const shown = pageOf(outcome, cut.number, cut.size)
  return shown.kind === 'missing' ? { ...list, ...missing } : { ...list, source: { ...noPosts, page: () => shown } }
}

/** A topic or a page of the list that does not exist: the same document for all of them. */
const missing = {
  source: {
    ...noPosts,
    list: (): ListOutcome => ({ kind: 'listed', posts: [] }),
    page: (): PageOutcome => ({ kind: 'missing' }),
  },
  version: 'missing',
  status: 404,
} as const

function listPosts(answer: ListAnswer | 'late'): Omit<PagePosts, 'source'> & { outcome: ListOutcome } {
  const page = { status: 200, retryAfterSeconds: null, version: null, freshness: 'miss' } as const
  if (answer === 'late') return { ...page, outcome: { kind: 'pending' } }
  if (answer.kind === 'failed') {
    return { ...page, outcome: { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds } }
  }
  const { freshness } = answer
  if (answer.kind === 'absent') return { ...page, outcome: { kind: 'listed', posts: [] }, version: 'empty', freshness }
  return {
    ...page,
    outcome: { kind: 'listed', posts: answer.value.map(summaryOf) },
    version: answer.version,
    freshness,
  }
}

function articlePosts(answer: FindAnswer, neighbours: Neighbours): PagePosts {
  const page = (outcome: FindOutcome) => ({ source: { ...noPosts, find: () => outcome }, retryAfterSeconds: null })
  if (answer.kind === 'failed') {
    const { retryAfterSeconds } = answer
    const outcome = { kind: 'unavailable', retryAfterSeconds } as const
    return { ...page(outcome), version: null, status: 503, retryAfterSeconds, freshness: 'miss' }
  }
  const { freshness } = answer
  if (answer.kind === 'absent') return { ...page({ kind: 'missing' }), version: 'missing', status: 404, freshness }
  const version = answer.version + JSON.stringify(neighbours)
  return { ...page({ kind: 'found', post: answer.value, neighbours }), version, status: 200, freshness }
}
