import { type Language, languages, otherLanguage } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { createConcurrencyLimit } from '../runtime/concurrency-limit.ts'
import type { Observer } from '../runtime/observer.ts'
import {
  type Cached,
  type CachedListOptions,
  createCachedList,
  createUnlistedArticles,
  defectOf,
  type Freshness,
  type ListAnswer,
  maxCalls,
  publicReason,
  type Snapshot,
  type Unavailable,
  versionOf,
} from './cache/cache.ts'
import { createResolvedLists, type LinkResolver, picturesOf } from './links/links.ts'
import { neighboursOf } from './neighbours.ts'

export type FindAnswer = Omit<Cached<Post>, 'readAt'> | { kind: 'absent'; freshness: Freshness } | Unavailable

export type PostsOptions = Omit<CachedListOptions, 'onRead'> & {
  /** Stores lists for the next process; null if they are not stored. */
  snapshot: Snapshot | null
  linkResolver: LinkResolver
  /** Reads the sizes of pictures, by their paths. Takes half a second at most; never rejects. */
  measure: (paths: readonly string[]) => Promise<void>
  /** How long a visitor waits for an article that its list lacks, in milliseconds. */
  timeoutMs: number
  /** Called for each list and article that the application reads. */
  onPosts: Observer['onPosts']
}

export type Posts = ReturnType<typeof createPosts>

/** Limit of concurrent calls for articles that their list lacks. */
const maxConcurrentCalls = 4

/** The site's articles: one list per language, kept in memory. An article is a post of its list. */
export function createPosts({ snapshot, linkResolver, measure, timeoutMs, onPosts, ...options }: PostsOptions) {
  const { source, pauses, now, uptime, onFailure } = options
  const limited = createConcurrencyLimit(maxConcurrentCalls, languages.length * maxCalls, timeoutMs)
  const listIn = (language: Language) =>
    createCachedList(language, {
      ...options,
      onRead(...read) {
        unlisted[language].forget()
        snapshot?.save(...read)
      },
    })
  const lists = { fr: listIn('fr'), en: listIn('en') }
  const unlistedIn = (language: Language) => {
    const list = lists[language]
    const call = (slug: string) => limited(async () => (uptime() < list.retryAt() ? null : readArticle(language, slug)))
    return createUnlistedArticles(list, call, uptime)
  }
  const unlisted = { fr: unlistedIn('fr'), en: unlistedIn('en') }
  const { resolveLinks, resolveList } = createResolvedLists(lists, linkResolver)

  async function readArticle(language: Language, slug: string) {
    const reading = (await source.readArticle?.(language, slug).catch(defectOf)) ?? null
    if (reading?.kind === 'failed') {
      pauses.record(reading, 'content')
      onFailure(`${language}/${slug}`, reading)
    }
    return reading
  }

  async function readList(language: Language): Promise<ListAnswer> {
    const answer = await lists[language].get()
    return answer.kind === 'cached' ? resolveList(language, answer) : answer
  }

  function peekList(language: Language): Cached<Post[]> | null {
    const list = lists[language].peek()
    return list && resolveList(language, list)
  }

  const peekPosts = (language: Language): readonly Post[] => peekList(language)?.value ?? noPosts

  async function findArticle(language: Language, slug: string): Promise<FindAnswer> {
    if (!source.mayHave(slug)) return { kind: 'absent', freshness: 'hit' }
    const startedAt = uptime()
    const list = await readList(language)
    if (list.kind === 'failed') return list
    const listed = list.value.find((post) => post.slug === slug)
    if (listed) return { kind: 'cached', value: listed, version: versionOf(listed), freshness: list.freshness }
    if (source.readArticle === undefined) return { kind: 'absent', freshness: list.freshness }
    const answer = await unlisted[language].find(slug, timeoutMs - (uptime() - startedAt))
    if (answer.kind === 'failed') return answer
    if (answer.value === null) return { kind: 'absent', freshness: answer.freshness }
    const value = resolveLinks(answer.value)
    return { kind: 'cached', value, version: versionOf(value), freshness: answer.freshness }
  }

  async function measured(article: Extract<FindAnswer, { kind: 'cached' }>): Promise<FindAnswer> {
    await measure(picturesOf(article.value))
    const value = resolveLinks(article.value)
    return value === article.value ? article : { ...article, value, version: versionOf(value) }
  }

  function observed<A extends ListAnswer | FindAnswer>(about: 'list' | 'article', answer: A): A {
    onPosts(about, answer.kind === 'cached' ? answer.freshness : answer.kind)
    return answer
  }

  function listDiagnostics(language: Language): string[] {
    const failure = lists[language].lastFailure()
    if (failure === null) return []
    const reason = publicReason(failure)
    const why = failure.fault === 'key' ? `${reason}: GHOST_CONTENT_API_KEY is refused` : reason
    const instead = lists[language].peek() === null ? 'and there is no copy' : 'its copy is served'
    return [`posts: the list in ${language} cannot be read (${why}), ${instead}`]
  }

  function pauseDiagnostics(): string[] {
    const leftMs = pauses.rateLimitedUntil() - uptime()
    return leftMs > 0 ? [`posts: Ghost asked for no calls until ${new Date(now() + leftMs).toISOString()}`] : []
  }

  return {
    /** Loads the lists of an earlier process. Called before the first request. Never rejects. */
    async restore(): Promise<void> {
      for (const language of languages) {
        const stored = await snapshot?.read(language)
        if (stored) lists[language].restore(stored.posts, stored.readAt)
      }
    },

    list: async (language: Language) => observed('list', await readList(language)),

    /** The list in memory, without waiting; null if it is missing or too old to be served. */
    peekList,

    /** Finds an article, and waits for the sizes of its pictures. */
    async find(language: Language, slug: string) {
      const found = await findArticle(language, slug)
      return observed('article', found.kind === 'cached' ? await measured(found) : found)
    },

    /** Lines of `/readyz`. */
    diagnostics: () => [...pauseDiagnostics(), ...languages.flatMap(listDiagnostics)],

    neighbours: (language: Language, slug: string) =>
      neighboursOf(slug, peekPosts(language), peekPosts(otherLanguage(language))),

    /** Resolves the links and pictures of a post that is in neither list. */
    resolveLinks,

    /** Reads both lists again after a change. Never rejects. */
    async refresh(): Promise<void> {
      await Promise.all(languages.map((language) => lists[language].refresh()))
    },
  }
}

/** Always the same array, since results are memoised by the array. */
const noPosts: readonly Post[] = []
