import { isLanguage, type Language, languages } from '../../shared/language.ts'
import { type Neighbours, neighboursOf, type Post } from '../../shared/post.ts'
import { createCallLimit } from './call-limit.ts'
import type { PostsChange } from './change.ts'
import type { ArticleSource, Failure } from './reading.ts'
import { type CircuitBreaker, growingPause, turnedAway } from './circuit-breaker.ts'
import { createSourcePause } from './source-pause.ts'
import { createListedPosts } from './listed-posts.ts'
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
  /** Why the source, which answers, did not give the last list that it was asked for; null where it did. */
  refusal(): Failure | null
  /** Of the list as it is held: an article never waits for a list, nor has one read. */
  neighbours(language: Language, slug: string): Neighbours
  /** Reads anew what a change concerns, and nobody waits for it: the copies of before serve meanwhile. Never rejects. */
  refresh(change: PostsChange): Promise<void>
}

export type PostsOptions = {
  source: ArticleSource
  breaker: CircuitBreaker
  /** From 0 to below 1. */
  random: () => number
  /** Milliseconds since 1970. */
  now: () => number
  ttlMs: number
  staleMs: number
  maxEntries: number
  /** How long one call to the source may take; a call that waits longer than this for its turn is given up. */
  timeoutMs: number
  onFailure: (asked: string, failure: Failure) => void
  /** Null: this instance reads for itself alone. */
  shared: SharedPosts | null
}

/** A flood of invented slugs becomes a queue of this length at the source, and no longer. */
const callsAtOnce = 8
const callsWaiting = 200
/** What a change touches comes through the same door as visitors, and leaves them room. */
const refreshesAtOnce = 4

/**
 * The copies of lists and articles, and how they are read: one call for one thing, few at once, none where the source is to be
 * left alone.
 */
export function createPosts({ source, breaker, random, timeoutMs, shared, ...options }: PostsOptions): Posts {
  const { now, onFailure } = options
  const refused = createSourcePause(now)
  const limited = createCallLimit(callsAtOnce, callsWaiting, timeoutMs)
  const cacheOptions = {
    ...options,
    pause: { until: () => Math.max(refused.until(), breaker.until()), extend: refused.extend },
    pauseAfter: (failures: number) => growingPause(failures, random),
  }
  const findListed = createListedPosts()
  let refusal: Failure | null = null

  async function readList(language: Language) {
    const reading = await source.list(language)
    // One that fails as a whole is the circuit breaker's to tell.
    refusal = reading.kind === 'failed' && reading.fault !== 'source' ? reading : null
    return reading
  }

  const lists = createStaleCache<Post[]>((key) => breaker.through(key, () => readList(languageIn(key))), {
    ...cacheOptions,
    shared: shared?.lists,
  })
  const articles = createStaleCache<Post>(
    async (key) => {
      const { language, slug } = partsOf(key)
      const reading = await limited(async () =>
        // Again, now that it is this call's turn: an earlier one may have been refused meanwhile.
        now() < refused.until() ? turnedAway : breaker.through(key, () => source.find(language, slug)),
      )
      return reading ?? turnedAway
    },
    { ...cacheOptions, shared: shared?.articles, isDoubtful: isUnlisted },
  )

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
  function asListed(key: string, answer: FindAnswer): FindAnswer {
    const { language, slug } = partsOf(key)
    const list = lists.held(language)
    if (answer.kind === 'absent' || list?.kind !== 'held') return answer
    const isOlder = (articles.readAt(key) ?? Infinity) < (lists.readAt(language) ?? 0)
    if (answer.kind === 'held' && !isOlder) return answer
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

  async function refresh(change: PostsChange): Promise<void> {
    // Whoever tells of a change lives.
    breaker.revive()
    lists.expireAll()
    const readLists = languages.map((language) => lists.refresh(language))
    if (change.kind === 'everything') {
      articles.expireAll()
      await Promise.all(readLists)
      const changed = articles.keys().filter((key) => !agreesWithList(key))
      for (let start = 0; start < changed.length; start += refreshesAtOnce) {
        const some = changed.slice(start, start + refreshesAtOnce)
        const read = await Promise.all(some.map((key) => articles.refresh(key)))
        // The others are stale: whoever asks for one has it read.
        if (read.includes(false)) return
      }
      return
    }
    const known = articles.keys()
    const touched = languages.flatMap((language) => change.slugs.map((slug) => `${language}/${slug}`))
    for (const key of touched) articles.expire(key)
    const readArticles = touched.filter((key) => known.includes(key)).map((key) => articles.refresh(key))
    await Promise.all([...readLists, ...readArticles])
  }

  return {
    list: (language) => lists.get(language),
    heldList: (language) => lists.held(language),
    listReadAt: (language) => lists.readAt(language),
    refusal: () => refusal,
    heldArticle(language, slug) {
      const copy = articles.held(`${language}/${slug}`)
      return copy && asListed(`${language}/${slug}`, copy)
    },
    neighbours: (language, slug) => neighboursOf(listed(language), slug),

    refresh: (change) =>
      refresh(change).catch((error: unknown) => {
        onFailure('refresh', {
          kind: 'failed',
          message: String(error),
          type: 'Defect',
          pauseSeconds: null,
          fault: 'call',
        })
      }),

    async find(language, slug) {
      // A slug holds no slash, and one that is decoded to hold one names no post.
      if (slug.includes('/')) return { kind: 'absent', freshness: 'hit' }
      const answer = await articles.get(`${language}/${slug}`)
      // Nobody has read this article yet: the list that is kept may have it.
      if (answer.kind === 'failed') await lists.recall(language)
      return asListed(`${language}/${slug}`, answer)
    },
  }
}

/** What an operator reads in `/readyz`. */
export function remarksOnRefusal(refusal: Failure | null): string[] {
  if (refusal === null) return []
  const what = refusal.fault === 'key' ? 'refuses GHOST_CONTENT_API_KEY' : 'does not give its list'
  return [`posts: the source ${what} (${refusal.type}), copies are served`]
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
