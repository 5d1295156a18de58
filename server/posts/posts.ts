import { isLanguage, type Language, languages } from '../../shared/language.ts'
import { type Neighbours, neighboursOf, type Post } from '../../shared/post.ts'
import type { PostsChange } from './change.ts'
import { type ArticleSource, defectOf, type Failure } from './reading.ts'
import { diagnosticsOf, type Guard } from './guard.ts'
import { createListedPosts } from './listed-posts.ts'
import { refreshCopies } from './refresh.ts'
import type { SharedCopies } from './shared-copies.ts'
import { type Answer, createStaleCache } from './stale-cache.ts'

export type ListAnswer = Answer<Post[]>
export type FindAnswer = Answer<Post>

/** What all instances have read, together. */
export type SharedPosts = { lists: SharedCopies<Post[]>; articles: SharedCopies<Post> }

/** The site's articles, from whatever source, with the cache in front. */
export type Posts = {
  list(language: Language): Promise<ListAnswer>
  /** As it was read last, at once, where it may still be served. */
  heldList(language: Language): ListAnswer | null
  /** When that list was read, in milliseconds since 1970; null where none is held. */
  listReadAt(language: Language): number | null
  heldArticle(language: Language, slug: string): FindAnswer | null
  find(language: Language, slug: string): Promise<FindAnswer>
  /** What an operator reads in `/readyz`: how the source is, and which lists could not be read when they were asked for last. */
  diagnostics(): string[]
  /** Of the list as it is held: an article never waits for a list, nor has one read. */
  neighbours(language: Language, slug: string): Neighbours
  /** Reads anew what a change concerns, and nobody waits for it: the copies of before serve meanwhile. Never rejects. */
  refresh(change: PostsChange): Promise<void>
}

export type PostsOptions = {
  source: ArticleSource
  guard: Guard
  /** Milliseconds since 1970. */
  now: () => number
  ttlMs: number
  staleMs: number
  maxEntries: number
  onFailure: (asked: string, failure: Failure) => void
  /** Null: this instance reads for itself alone. */
  shared: SharedPosts | null
}

/**
 * The copies of lists and articles, and how they are read: one call for one thing, few at once, none where the source is to be
 * left alone.
 */
export function createPosts({ source, guard, shared, ...options }: PostsOptions): Posts {
  const { onFailure } = options
  const cacheOptions = { ...options, guard }
  const findListed = createListedPosts()

  const lists = createStaleCache<Post[]>((key) => guard.ask(key, () => source.list(languageIn(key)).catch(defectOf)), {
    ...cacheOptions,
    shared: shared?.lists,
  })
  const articles = createStaleCache<Post>(
    (key) => {
      const { language, slug } = partsOf(key)
      return guard.askInTurn(key, () => source.find(language, slug).catch(defectOf))
    },
    { ...cacheOptions, shared: shared?.articles, isDoubtful: isUnlisted },
  )

  /** A list that another instance has read since no longer counts as failed. */
  function listDiagnostics(language: Language): string[] {
    const last = guard.lastFailure(language)
    const readAt = lists.readAt(language)
    if (last === null || (readAt !== null && readAt > last.at)) return []
    const { type, fault } = last.failure
    const why = fault === 'key' ? `${type}: GHOST_CONTENT_API_KEY is refused` : type
    const instead = readAt === null ? 'and there is no copy' : 'its copy is served'
    return [`posts: the list in ${language} cannot be read (${why}), ${instead}`]
  }

  function listed(language: Language): readonly Post[] {
    const list = lists.held(language)
    return list?.kind === 'held' ? list.value : []
  }

  /** A fresh list, which is whole or none, has every article of its language: one that it has not was taken back. */
  function isUnlisted(key: string): boolean {
    const { language, slug } = partsOf(key)
    const list = lists.held(language)
    return list?.kind === 'held' && list.freshness === 'hit' && findListed(list.value, slug) === null
  }

  /**
   * What is known of an article: the list holds it whole, so where that was read later and says otherwise, or nothing else is
   * there, it is the list's. A page is then of one state of the source, its neighbours too, and never older than the list.
   */
  function asListed(language: Language, slug: string, answer: FindAnswer): FindAnswer {
    if (answer.kind === 'absent') return answer
    const list = lists.held(language)
    if (list?.kind !== 'held') return answer
    if (answer.kind === 'held' && articles.heldSince(`${language}/${slug}`) >= lists.heldSince(language)) return answer
    const listed = findListed(list.value, slug)
    if (listed === null || (answer.kind === 'held' && answer.version === listed.version)) return answer
    return { kind: 'held', value: listed.post, version: listed.version, freshness: list.freshness }
  }

  /** An article's copy is what the list, which has just been read whole, says it is. */
  function agreesWithList(key: string): boolean {
    const { language, slug } = partsOf(key)
    const list = lists.held(language)
    const copy = articles.held(key)
    // Where the list could not be read, nobody can tell: the copy is stale, and refreshed when it is asked for.
    if (list?.kind !== 'held' || list.freshness !== 'hit' || copy?.kind !== 'held') return true
    return findListed(list.value, slug)?.version === copy.version
  }

  return {
    list: (language) => lists.get(language),
    heldList: (language) => lists.held(language),
    listReadAt: (language) => lists.readAt(language),
    diagnostics: () => [...diagnosticsOf(guard.state()), ...languages.flatMap(listDiagnostics)],
    heldArticle(language, slug) {
      const copy = articles.held(`${language}/${slug}`)
      return copy && asListed(language, slug, copy)
    },
    neighbours: (language, slug) => neighboursOf(listed(language), slug),

    refresh(change) {
      // A source that sends word of a change is up.
      guard.reset()
      return refreshCopies(change, lists, articles, agreesWithList).catch((error: unknown) =>
        onFailure('refresh', defectOf(error)),
      )
    },

    async find(language, slug) {
      // A slug holds no slash, and one that is decoded to hold one names no post. What cannot be is no sign of life of the source.
      if (slug.includes('/') || !source.mayHave(slug)) return { kind: 'absent', freshness: 'hit' }
      const answer = await articles.get(`${language}/${slug}`)
      // Nobody has read this article yet: the list that is kept may have it.
      if (answer.kind === 'failed') await lists.recall(language)
      return asListed(language, slug, answer)
    },
  }
}

/** What an article's key is made of. */
function partsOf(key: string): { language: Language; slug: string } {
  const [language = '', slug = ''] = key.split('/', 2)
  return { language: languageIn(language), slug }
}

function languageIn(key: string): Language {
  if (!isLanguage(key)) throw new Error(`"${key}" is not a language; expected fr or en`)
  return key
}
