import type { Language } from '../../shared/language.ts'
import { noPosts } from '../../shared/post-list.ts'
import type { SearchOutcome, SearchQuery } from '../../shared/search.ts'
import type { Search } from '../search/search.ts'
import { type PagePosts, withoutPosts } from './read-posts.ts'

/**
 * Reads search results for the blog's page. These pages are not cached, since a flood of invented words would evict all others.
 * Like an article, a search waits for its list. All queries that are too long share one cached page.
 */
export async function readSearch(
  query: Exclude<SearchQuery, { kind: 'none' }>,
  language: Language,
  search: Search,
): Promise<PagePosts> {
  if (query.kind === 'tooLong') return { ...withoutPosts, status: 400 }
  const page = (outcome: SearchOutcome) => ({
    ...withoutPosts,
    source: { ...noPosts, search: () => outcome },
    version: null,
  })
  const answer = await search.find(language, query.text)
  if (answer.kind === 'failed') return { ...page({ kind: 'unavailable' }), freshness: 'miss' }
  return { ...page({ kind: 'searched', ...answer.results }), freshness: answer.freshness, isPrivate: true }
}
