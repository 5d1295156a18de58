import type { PostSummary, Tag } from './post.ts'
import { pathOf } from './site-map.ts'

/** The maximum length of a query, in UTF-16 code units, as `maxlength` counts. */
export const maxQuery = 100

/** A query; `tooLong`: longer than `maxQuery`. All such queries have the same text, itself too long, so they share one cached page. */
export type SearchQuery = { kind: 'none' } | { kind: 'words' | 'tooLong'; text: string }

/** Parses the parameter `q`: removes control and format characters, on one line. */
export function parseSearchQuery(given: string | null): SearchQuery {
  const text = (given ?? '')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (text === '') return { kind: 'none' }
  return text.length > maxQuery ? { kind: 'tooLong', text: 'x'.repeat(maxQuery + 1) } : { kind: 'words', text }
}

/** The path of a search's results. */
export function searchPath(words: string): string {
  return `${pathOf('blog')}?${new URLSearchParams({ q: words })}`
}

/** A piece of a text; `marked` if it matches a search word. */
export type ExtractPart = { text: string; marked: boolean }

export type FoundPost = PostSummary & { extract: ExtractPart[] }

/** The best of `total` posts; topics if nothing was found. */
export type SearchResults = { posts: FoundPost[]; total: number; topics: Tag[] }

/** `unavailable`: the posts cannot be read now. */
export type SearchOutcome = ({ kind: 'searched' } & SearchResults) | { kind: 'tooLong' } | { kind: 'unavailable' }
