import type { Language } from '../../shared/language.ts'
import { noPosts } from '../../shared/post-list.ts'
import type { SearchOutcome, SearchQuery } from '../../shared/search.ts'
import type { Search } from '../posts/search/search.ts'
import { type PagePosts, withoutPosts } from './read-posts.ts'

/**
 * Reads a search's results for the blog's page. No such page is cached: a flood of invented words would push out all others. It
 * waits for its list as an article does. Queries that are too long have one cached page.
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
