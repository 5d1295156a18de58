import { type Language, otherLanguage } from '../../shared/language.ts'
import {
  type FindOutcome,
  indexedPair,
  type ListOutcome,
  type Neighbours,
  type Post,
  summaryOf,
} from '../../shared/post.ts'
import { authorIn, tagIn } from '../../shared/post-groups.ts'
import { maxLatest, noPosts, pageOf, type PageOutcome, type PostSource, withLead } from '../../shared/post-list.ts'
import { type Address, articlePath, pages } from '../../shared/site-map.ts'
import { withinTime } from '../http/deadline.ts'
import type { Alternates } from './alternate-links.ts'
import type { FindAnswer, Freshness, ListAnswer, Posts } from '../posts/posts.ts'

/**
 * The posts of a page. Equal posts have an equal `version`, which is part of the page's cache key. It is null if the page must not be
 * cached.
 */
export type PagePosts = {
  source: PostSource
  /** The article; null on other pages. */
  post: Post | null
  version: string | null
  status: 200 | 400 | 404 | 503
  retryAfterSeconds: number | null
  freshness: Freshness | null
  alternates: Alternates
  /** Whether the browser may keep a page that is not cached here. */
  isPrivate?: true
}

/** The number of a page of the list, from 1, and the posts on a page; 0 means all. */
export type Pagination = { page: number; size: number }

export const withoutPosts: PagePosts = {
  source: noPosts,
  post: null,
  version: '',
  status: 200,
  retryAfterSeconds: null,
  freshness: null,
  alternates: null,
}

/**
 * Reads the posts of a page. After `waitMs` without a list, the page is sent in its loading state. An article has no such timeout,
 * since its status must be correct.
 *
 * @param now milliseconds since 1970
 */
export async function readPosts(
  address: Address | null,
  language: Language,
  posts: Posts,
  waitMs: number,
  pagination: Pagination,
  now: number,
): Promise<PagePosts> {
  if (address === null) return { ...withoutPosts, status: 404 }
  if (address.page === 'article') {
    const answer = await posts.find(language, address.slug)
    if (answer.kind === 'absent') return absentArticle(answer.freshness)
    return articlePosts(answer, language, posts.neighbours(language, address.slug))
  }
  if (pages[address.page].posts === 'none') return withoutPosts
  if (pages[address.page].posts === 'latest') return latestPosts(language, posts)

  const answer = await withinTime(posts.list(language), waitMs)
  const { outcome, ...list } = listPosts(answer === 'late' ? (posts.peekList(language) ?? 'late') : answer)
  const source = { ...noPosts, list: () => outcome }
  if (address.page === 'tag' || address.page === 'author') {
    const findIn = address.page === 'tag' ? tagIn : authorIn
    if (outcome.kind === 'listed' && !findIn(outcome.posts, address.slug)) return { ...list, ...missing }
    const elsewhere = posts.peekList(otherLanguage(language))?.value ?? []
    const translated = findIn(elsewhere, address.slug) ? elsewhere : []
    // The page links to the same topic or author in the other language, if it exists there.
    const version = list.version === null ? null : `${list.version}${translated.length > 0 ? ' both' : ''}`
    return { ...list, version, source: { ...source, peekList: () => translated } }
  }
  const led = withLead(outcome, now)
  const shown = pageOf(led, pagination.page, pagination.size)
  if (shown.kind === 'missing') return { ...list, ...missing }
  const version = list.version === null || led === outcome ? list.version : `${list.version} led`
  return { ...list, version, source: { ...noPosts, page: () => shown } }
}

/**
 * The first posts of the list in memory. Pages about something else do not wait for the source, and do not fail with it. The next
 * visitor sees the posts that are read meanwhile.
 */
function latestPosts(language: Language, posts: Posts): PagePosts {
  const list = posts.peekList(language)
  if (list?.freshness !== 'hit') void posts.list(language)
  if (list === null) return withoutPosts
  const latest = list.value.slice(0, maxLatest).map(summaryOf)
  return {
    ...withoutPosts,
    source: { ...noPosts, page: () => ({ kind: 'page', posts: latest, number: 1, pages: 1 }) },
    version: list.version,
  }
}

/** The same document for all missing topics, authors and pages of the list. */
const missing = {
  source: {
    ...noPosts,
    list: (): ListOutcome => ({ kind: 'listed', posts: [] }),
    page: (): PageOutcome => ({ kind: 'missing' }),
  },
  version: 'missing',
  status: 404,
} as const

function listPosts(answer: ListAnswer | 'late'): PagePosts & { outcome: ListOutcome } {
  const unread = { ...withoutPosts, version: null, freshness: 'miss' } as const
  if (answer === 'late') return { ...unread, outcome: { kind: 'pending' } }
  if (answer.kind === 'failed') {
    return { ...unread, outcome: { kind: 'unavailable', retryAfterSeconds: answer.retryAfterSeconds } }
  }
  const { value, version, freshness } = answer
  return { ...withoutPosts, outcome: { kind: 'listed', posts: value.map(summaryOf) }, version, freshness }
}

/** The same document for all missing articles. */
function absentArticle(freshness: Freshness): PagePosts {
  return { ...withoutPosts, version: 'missing', status: 404, freshness }
}

function articlePosts(
  answer: Exclude<FindAnswer, { kind: 'absent' }>,
  language: Language,
  neighbours: Neighbours,
): PagePosts {
  const page = (outcome: FindOutcome) => ({ ...withoutPosts, source: { ...noPosts, find: () => outcome } })
  if (answer.kind === 'failed') {
    const { retryAfterSeconds } = answer
    const unavailable = page({ kind: 'unavailable', retryAfterSeconds })
    return { ...unavailable, version: null, status: 503, retryAfterSeconds, freshness: 'miss' }
  }
  const { value: post, freshness } = answer
  const version = answer.version + JSON.stringify(neighbours)
  const pair = indexedPair(post, neighbours)
  const [path, translation] = [articlePath(post.slug), pair && articlePath(pair.slug)]
  const inEnglish = language === 'en'
  const alternates =
    translation === null ? null : { fr: inEnglish ? translation : path, en: inEnglish ? path : translation }
  return { ...page({ kind: 'found', post, neighbours }), post, version, freshness, alternates }
}
