/**
 * Full-text search of posts, by an index in memory for each language. The index follows the lists, so search works while Ghost is
 * down. This folder depends on neither requests nor sources.
 */

import { type Language, languages } from '../../shared/language.ts'
import { type Post, summaryOf, type Tag, topicalTags } from '../../shared/post.ts'
import type { SearchResults } from '../../shared/search.ts'
import type { Cached, Freshness, Posts } from '../posts/posts.ts'
import type { PostIndex } from './post-index.ts'

/** Limit of posts shown. */
const maxPosts = 20
const maxTopics = 8
/** In characters of HTML. The first search indexes so many in 0.3 s, in parts; this site's posts take about 20 ms. */
const maxUnprepared = 1_000_000

/** `freshness` is that of the posts. */
export type SearchAnswer =
  { kind: 'searched'; results: SearchResults; freshness: Freshness } | { kind: 'failed'; retryAfterSeconds: number }

export type Search = ReturnType<typeof createSearch>

/**
 * Searches the posts of a language. Before each search, new and changed posts of the list are indexed. Lists come from memory, so
 * search works while Ghost is down.
 *
 * @see docs/decisions/040-search.md
 */
export function createSearch(posts: Pick<Posts, 'list'>) {
  const indexes = { fr: createFollower('fr'), en: createFollower('en') }

  return {
    /** @param words as `parseSearchQuery` makes them */
    async find(language: Language, words: string): Promise<SearchAnswer> {
      const answer = await posts.list(language)
      if (answer.kind === 'failed') return answer
      const index = await indexes[language](answer)
      const hits = index.find(words)
      const found = hits.slice(0, maxPosts).map(({ post, extract }) => ({ ...summaryOf(post), extract: extract() }))
      const topics = found.length === 0 ? topicsOf(answer.value) : []
      return { kind: 'searched', results: { posts: found, total: hits.length, topics }, freshness: answer.freshness }
    },

    /** Indexes long lists before a visitor searches. The first search indexes short lists fast enough. */
    async prepare(): Promise<void> {
      for (const language of languages) {
        const answer = await posts.list(language)
        if (answer.kind === 'failed') continue
        const length = answer.value.reduce((total, { html }) => total + html.length, 0)
        if (length > maxUnprepared) await indexes[language](answer)
      }
    },
  }
}

/** An index that follows a list, one change after the other. */
function createFollower(language: Language) {
  let index: PostIndex | null = null
  let version = ''
  let updated: Promise<unknown> = Promise.resolve()

  async function follow(list: Cached<Post[]>): Promise<PostIndex> {
    if (index !== null && list.version === version) return index
    index ??= (await import('./post-index.ts')).createIndex(language)
    try {
      await index.update(list.value)
      version = list.version
      return index
    } catch (error) {
      // After an error, the index may contain only a part of the list.
      index = null
      throw error
    }
  }

  return (list: Cached<Post[]>): Promise<PostIndex> => {
    const following = updated.then(() => follow(list))
    updated = following.catch(() => {})
    return following
  }
}

/** The topics with the most posts. */
function topicsOf(posts: readonly Post[]): Tag[] {
  const counts = new Map<string, { tag: Tag; count: number }>()
  for (const tag of posts.flatMap(topicalTags)) {
    const known = counts.get(tag.slug)
    if (known) known.count++
    else counts.set(tag.slug, { tag, count: 1 })
  }
  const ranked = [...counts.values()].sort((a, b) => b.count - a.count)
  return ranked.slice(0, maxTopics).map(({ tag }) => tag)
}
