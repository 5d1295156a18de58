import type { Language } from '../../shared/language.ts'
import type { Tag } from '../../shared/post.ts'
import type { PostSource } from '../../shared/post-list.ts'
import { type FoundPost, parseSearchQuery, type SearchOutcome } from '../../shared/search.ts'
import type { SearchData } from '../context/loader-data.ts'
import { fetchOwn } from '../context/own-api.ts'

/** Runs the search of an address; null without search words. */
export async function searchData(q: string, language: Language, posts: PostSource): Promise<SearchData | null> {
  const query = parseSearchQuery(q)
  if (query.kind === 'none') return null
  if (query.kind === 'tooLong') return { words: '', outcome: { kind: 'tooLong' } }
  const search = posts.search ?? fetchResults
  return { words: query.text, outcome: await search(language, query.text) }
}

/** The words of a field or an address; empty if there are none, or too many. */
export function wordsIn(q: string): string {
  const query = parseSearchQuery(q)
  return query.kind === 'words' ? query.text : ''
}

/** How long results are fresh, in milliseconds. */
const freshMs = 30_000

const results = new Map<string, { outcome: Promise<SearchOutcome>; at: number }>()

/** Requests results from the site's own API, with a cache for the way back. */
export function fetchResults(lang: Language, q: string): Promise<SearchOutcome> {
  const address = `/api/search?${new URLSearchParams({ lang, q })}`
  const known = results.get(address)
  if (known && Date.now() - known.at < freshMs) return known.outcome
  const outcome = getResults(address)
  results.set(address, { outcome, at: Date.now() })
  // A failure is not cached.
  void outcome.then(({ kind }) => kind === 'unavailable' && results.delete(address))
  return outcome
}

async function getResults(address: string): Promise<SearchOutcome> {
  try {
    const response = await fetchOwn(address)
    // The browser itself logs 503 on its console.
    if (!response.ok) return { kind: 'unavailable' }
    const { posts, meta } = (await response.json()) as {
      posts: FoundPost[]
      meta: { pagination: { total: number }; topics: Tag[] }
    } // this site's own
    return { kind: 'searched', posts, total: meta.pagination.total, topics: meta.topics }
  } catch (error) {
    console.error(`GET ${address} failed`, error)
    return { kind: 'unavailable' }
  }
}
