import type { Language } from './language.ts'
import type { FindOutcome, ListOutcome, PostSummary } from './post.ts'
import type { SearchOutcome } from './search.ts'

/** The list is unavailable or late. */
export type WithoutList = Exclude<ListOutcome, { kind: 'listed' }>

/** A page of the blog list; `number` counts from 1. */
export type ListPage = { kind: 'page'; posts: PostSummary[]; number: number; pages: number }

export type PageOutcome = ListPage | { kind: 'missing' } | WithoutList

/** The page number in the blog list's query; 1 if it is missing or invalid. */
export function pageNumberIn(query: URLSearchParams): number {
  const text = query.get('page')
  return text !== null && /^\d+$/.test(text) ? Number(text) : 1
}

/**
 * A page of a list.
 *
 * @param size posts on one page; 0: a single page with all posts, whatever the number
 */
export function pageOf(list: ListOutcome, number: number, size: number): PageOutcome {
  if (list.kind !== 'listed') return list
  if (size === 0) return { kind: 'page', posts: list.posts, number: 1, pages: 1 }
  const pages = Math.max(1, Math.ceil(list.posts.length / size))
  if (number < 1 || number > pages) return { kind: 'missing' }
  return { kind: 'page', posts: list.posts.slice((number - 1) * size, number * size), number, pages }
}

/** The maximum number of posts on a page that is not a list, such as the home page. */
export const maxLatest = 3

/** How long the newest post leads the list, in milliseconds. After that, a featured post leads. */
const maxLeadMs = 30 * 24 * 60 * 60 * 1000

/**
 * The list in the blog's order: newest first. If all posts are older than a month, the newest featured post leads.
 *
 * @param now milliseconds since 1970
 */
export function withLead(list: ListOutcome, now: number): ListOutcome {
  if (list.kind !== 'listed') return list
  const [newest] = list.posts
  if (newest === undefined || now - Date.parse(newest.published_at) <= maxLeadMs) return list
  const lead = list.posts.find(({ featured }) => featured)
  return lead === undefined ? list : { ...list, posts: [lead, ...list.posts.filter((post) => post !== lead)] }
}

/** The source of a page's posts: on the server the posts read for the request, in the browser the site's own API. */
export type PostSource = {
  list(language: Language): ListOutcome | Promise<ListOutcome>
  /** A page of the list; the whole list if the site has no page size. */
  page(language: Language, number: number): PageOutcome | Promise<PageOutcome>
  /** The cached list, without a request; empty if it is not cached. */
  peekList(language: Language): readonly PostSummary[]
  find(language: Language, slug: string): FindOutcome | Promise<FindOutcome>
  /** On the server only. The browser calls the search API. */
  search?(language: Language, words: string): SearchOutcome | Promise<SearchOutcome>
}

/** For a page without posts. */
export const noPosts: PostSource = {
  list: () => ({ kind: 'pending' }),
  page: () => ({ kind: 'pending' }),
  peekList: () => [],
  find: () => ({ kind: 'missing' }),
}

/** Posts by date, without a leading featured post. */
export function newestFirst(posts: readonly PostSummary[]): PostSummary[] {
  return [...posts].sort((a, b) => Date.parse(b.published_at) - Date.parse(a.published_at))
}
