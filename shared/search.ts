import type { PostSummary, Tag } from './post.ts'
import { pathOf } from './site-map.ts'

/** Limit of a visitor's words, in UTF-16 code units, as `maxlength` counts. */
export const maxQuery = 100

/** Words asked for; `tooLong`: more than `maxQuery`. All such queries have the same text, itself too long, and so share one page. */
export type SearchQuery = { kind: 'none' } | { kind: 'words' | 'tooLong'; text: string }

/** Reads the parameter `q`: without control and format characters, on one line. */
export function parseSearchQuery(given: string | null): SearchQuery {
  const text = (given ?? '')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (text === '') return { kind: 'none' }
  return text.length > maxQuery ? { kind: 'tooLong', text: 'x'.repeat(maxQuery + 1) } : { kind: 'words', text }
}

/** The results of a search in the blog. */
export function searchPath(words: string): string {
  return `${pathOf('blog')}?${new URLSearchParams({ q: words })}`
}

/** A piece of a text; `marked` if it is a search word. */
export type ExtractPart = { text: string; marked: boolean }

export type FoundPost = PostSummary & { extract: ExtractPart[] }

/** The best of `total` posts; if nothing was found, topics instead. */
export type SearchResults = { posts: FoundPost[]; total: number; topics: Tag[] }

/** `unavailable`: the posts cannot be read now. */
export type SearchOutcome = ({ kind: 'searched' } & SearchResults) | { kind: 'tooLong' } | { kind: 'unavailable' }
