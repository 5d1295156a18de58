import { LRUCache } from 'lru-cache'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import type { Settling } from '../links/settled-posts.ts'
import { versionOf } from './version.ts'

/** The value that was read of one key. The same content has the same version. */
export type CacheEntry<V> = {
  readonly value: V
  readonly version: string
  /** Milliseconds since 1970. */
  readAt: number
  /**
   * Known from this process's list alone: such an article is asked for by itself once (the specification's section 7), and is served
   * where that fails.
   */
  listedOnly: boolean
}

export type Entries<V, K> = {
  get(key: K): CacheEntry<V> | undefined
  /** Keeps a value, from the source or as an earlier process had stored it, unless the present one was read later. */
  set(key: K, value: V, readAt: number, from: 'source' | 'stored'): void
  delete(key: K): void
  all(): Iterable<CacheEntry<V>>
}

export type ArticleKey = `${Language}/${string}`

export function partsOf(key: ArticleKey): [language: Language, slug: string] {
  const [language, slug = ''] = key.split('/', 2)
  return [language as Language, slug] // by the key's type
}

/** A list as an entry; `posts` are by slug, in its order. */
type List = CacheEntry<Post[]> & { posts: Map<string, CacheEntry<Post>> }

function contentOf(posts: List['posts']): Pick<List, 'value' | 'version'> {
  const value = [...posts.values()].map((entry) => entry.value)
  return { value, version: versionOf(value.map(versionOf)) }
}

/** Gives a list its posts as they are now; its value is the very same where none differs. */
function updateContent(list: List): void {
  const content = contentOf(list.posts)
  if (content.version !== list.version) Object.assign(list, content)
}

/**
 * The posts, each once: a list is an order of slugs, so an article that is read by itself is new in its list too. A list is whole: a
 * post that a later one lacks is gone.
 *
 * @param maxUnlisted how many articles are kept that no list has: read before their list, or published after it
 * @param now milliseconds since 1970
 * @param settling what its lists tell of the links and pictures of all posts, found anew when a list is kept
 * @returns lists and articles; `settle` for a post that is in neither
 */
export function createPostStore(
  maxUnlisted: number,
  now: () => number,
  settling: Settling = () => (post) => post,
): { lists: Entries<Post[], Language>; articles: Entries<Post, ArticleKey>; settle: (post: Post) => Post } {
  const byLanguage = new Map<Language, List>()
  const unlisted = new LRUCache<ArticleKey, CacheEntry<Post>>({ max: maxUnlisted })
  /** Posts as they were before they were settled. */
  const unsettled = new WeakMap<Post, Post>()
  let settleByLists = settling({ fr: null, en: null })

  function settle(post: Post): Post {
    const settled = settleByLists(post)
    if (settled !== post) unsettled.set(settled, post)
    return settled
  }

  function settleAll(): void {
    const listIn = (language: Language) => byLanguage.get(language)?.value ?? null
    settleByLists = settling({ fr: listIn('fr'), en: listIn('en') })
    for (const [key, entry] of [...unlisted]) {
      const settled = settledEntry(entry)
      if (settled !== entry) unlisted.set(key, settled)
    }
    for (const list of byLanguage.values()) {
      for (const [slug, entry] of list.posts) list.posts.set(slug, settledEntry(entry))
      updateContent(list)
    }
  }

  function settledEntry(entry: CacheEntry<Post>): CacheEntry<Post> {
    const value = settle(unsettled.get(entry.value) ?? entry.value)
    const version = versionOf(value)
    return version === entry.version ? entry : { ...entry, value, version }
  }

  /** Counts an entry of the future as read now: the clock was ahead, and has been put right since. */
  function notLaterThanNow<E extends { readAt: number } | undefined>(entry: E): E {
    if (entry) entry.readAt = Math.min(entry.readAt, now())
    return entry
  }

  function articleAt(key: ArticleKey): CacheEntry<Post> | undefined {
    const [language, slug] = partsOf(key)
    return notLaterThanNow(byLanguage.get(language)?.posts.get(slug) ?? unlisted.get(key))
  }

  return {
    settle,

    lists: {
      get: (language) => notLaterThanNow(byLanguage.get(language)),

      set(language, posts, readAt, from) {
        const former = notLaterThanNow(byLanguage.get(language))
        if ((former?.readAt ?? 0) > readAt) return
        const entries = posts.map((value): [string, CacheEntry<Post>] => {
          const known = articleAt(`${language}/${value.slug}`)
          if (known !== undefined && known.readAt > readAt) return [value.slug, known]
          const listedOnly = from === 'source' && (known?.listedOnly ?? true)
          return [value.slug, { value, version: versionOf(value), readAt, listedOnly }]
        })
        const listed = new Map(entries)
        byLanguage.set(language, { posts: listed, readAt, listedOnly: false, ...contentOf(listed) })
        for (const [key, entry] of unlisted)
          if (key.startsWith(`${language}/`) && notLaterThanNow(entry).readAt <= readAt) unlisted.delete(key)
        settleAll()
      },

      delete: (language) => void byLanguage.delete(language),
      all: () => byLanguage.values(),
    },

    articles: {
      get: articleAt,

      set(key, value, readAt) {
        const known = articleAt(key)
        if (known !== undefined && known.readAt > readAt) return void (known.listedOnly = false)
        const settled = settle(value)
        const entry = { value: settled, version: versionOf(settled), readAt, listedOnly: false }
        const [language, slug] = partsOf(key)
        const list = byLanguage.get(language)
        if (list?.posts.has(slug)) {
          list.posts.set(slug, entry)
          updateContent(list)
        } else unlisted.set(key, entry)
      },

      delete(key) {
        const [language, slug] = partsOf(key)
        const list = byLanguage.get(language)
        if (list?.posts.delete(slug)) updateContent(list)
        unlisted.delete(key)
      },

      all: () => [...[...byLanguage.values()].flatMap(({ posts }) => [...posts.values()]), ...unlisted.values()],
    },
  }
}

export type PostStore = ReturnType<typeof createPostStore>
