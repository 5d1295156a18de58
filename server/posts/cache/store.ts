import { LRUCache } from 'lru-cache'
import type { Post } from '../../../shared/post.ts'
import { versionOf } from './version.ts'

/** What was read of one key, and when, in milliseconds since 1970. The same content has the same version. */
export type Entry<V> = {
  readonly value: V
  readonly version: string
  readonly readAt: number
  /**
   * Known from this process's list alone: such an article is asked for by itself once (the specification's section 7), and is served
   * where that fails.
   */
  readonly listedOnly: boolean
}

/** The entries of one kind, by key. */
export type Entries<V> = {
  get(key: string): Entry<V> | undefined
  /** Keeps what was read, from the source or as another process had stored it, unless what is there was read later. */
  set(key: string, value: V, readAt: number, from: 'source' | 'stored'): void
  /** Makes an entry no younger than this. */
  age(key: string, readAt: number): void
  delete(key: string): void
  keys(): string[]
}

type List = {
  /** By slug, in the order of the list. */
  posts: Map<string, Entry<Post>>
  readAt: number
  /** Null where a post has changed since it was made. */
  content: { value: Post[]; version: string } | null
}

/**
 * The posts, each once: a list is an order of slugs, so an article that is read by itself is new in its list too. A list is whole: a
 * post that a later one lacks is gone.
 *
 * @param maxUnlisted how many articles are kept that no list has: read before their list, or published after it
 * @returns lists by language, articles by `language/slug`
 */
export function createPostStore(maxUnlisted: number) {
  const byLanguage = new Map<string, List>()
  const unlisted = new LRUCache<string, Entry<Post>>({ max: maxUnlisted })

  function placeOf(key: string): { list: List | undefined; slug: string } {
    const [language = '', slug = ''] = key.split('/', 2)
    return { list: byLanguage.get(language), slug }
  }

  function articleAt(key: string): Entry<Post> | undefined {
    const { list, slug } = placeOf(key)
    return list?.posts.get(slug) ?? unlisted.get(key)
  }

  function putArticle(key: string, entry: Entry<Post>): void {
    const { list, slug } = placeOf(key)
    const listed = list?.posts.get(slug)
    if (list === undefined || listed === undefined) return void unlisted.set(key, entry)
    list.posts.set(slug, entry)
    if (listed.version !== entry.version) list.content = null
  }

  const lists: Entries<Post[]> = {
    get(language) {
      const list = byLanguage.get(language)
      if (list === undefined) return undefined
      if (list.content === null) {
        const value = [...list.posts.values()].map((entry) => entry.value)
        list.content = { value, version: versionOf(value.map(versionOf)) }
      }
      return { ...list.content, readAt: list.readAt, listedOnly: false }
    },

    set(language, posts, readAt, from) {
      if ((byLanguage.get(language)?.readAt ?? 0) > readAt) return
      const entries = posts.map((value): [string, Entry<Post>] => {
        const known = articleAt(`${language}/${value.slug}`)
        if (known !== undefined && known.readAt > readAt) return [value.slug, known]
        const isNew = known === undefined || known.listedOnly
        return [value.slug, { value, version: versionOf(value), readAt, listedOnly: from === 'source' && isNew }]
      })
      byLanguage.set(language, { posts: new Map(entries), readAt, content: null })
      for (const [key, entry] of unlisted)
        if (key.startsWith(`${language}/`) && entry.readAt <= readAt) unlisted.delete(key)
    },

    age(language, readAt) {
      const list = byLanguage.get(language)
      if (list) list.readAt = Math.min(list.readAt, readAt)
    },

    delete: (language) => void byLanguage.delete(language),
    keys: () => [...byLanguage.keys()],
  }

  const articles: Entries<Post> = {
    get: articleAt,

    set(key, value, readAt) {
      const known = articleAt(key)
      const isOlder = known !== undefined && known.readAt > readAt
      const entry = isOlder ? known : { value, version: versionOf(value), readAt }
      putArticle(key, { ...entry, listedOnly: false })
    },

    age(key, readAt) {
      const known = articleAt(key)
      if (known) putArticle(key, { ...known, readAt: Math.min(known.readAt, readAt) })
    },

    delete(key) {
      const { list, slug } = placeOf(key)
      if (list?.posts.delete(slug)) list.content = null
      unlisted.delete(key)
    },

    keys: () => [
      ...[...byLanguage].flatMap(([language, { posts }]) => [...posts.keys()].map((slug) => `${language}/${slug}`)),
      ...unlisted.keys(),
    ],
  }

  return { lists, articles }
}
