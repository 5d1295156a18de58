import type { Language } from '../../shared/language.ts'
import { noPosts } from '../../shared/post-list.ts'
import type { SearchOutcome, SearchQuery } from '../../shared/search.ts'
import type { Search } from '../posts/search/search.ts'
import type { PagePosts } from './read-posts.ts'

/**
 * Reads a search's results for the blog's page. No such page is cached: a flood of invented words would push out all others. It
 * waits for its list as an article does.
 */
export async function readSearch(
  query: Exclude<SearchQuery, { kind: 'none' }>,
  language: Language,
  search: Search,
): Promise<PagePosts> {
  const page = (outcome: SearchOutcome) => ({
    source: { ...noPosts, search: () => outcome },
    post: null,
    version: null,
  })
  const common = { status: 200, retryAfterSeconds: null, freshness: null, alternates: null } as const
  if (query.kind === 'tooLong') return { ...page({ kind: 'tooLong' }), ...common, status: 400 }
  const answer = await search.find(language, query.text)
  if (answer.kind === 'failed') return { ...page({ kind: 'unavailable' }), ...common, freshness: 'miss' }
  return { ...page({ kind: 'searched', ...answer.results }), ...common, freshness: answer.freshness, isPrivate: true }
}
