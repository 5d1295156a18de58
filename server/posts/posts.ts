import { type Language, languages, otherLanguage } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { type CacheAnswer, createRevalidation, type Cached, type RevalidationRules } from './cache/revalidation.ts'
import type { Observer } from '../runtime/observer.ts'
import type { Snapshot } from './cache/snapshot.ts'
import { type ArticleKey, partsOf, type PostStore } from './cache/store.ts'
import { makeVersions } from './cache/version.ts'
import type { PostsChange } from './change.ts'
import { neighboursOf } from './neighbours.ts'
import { diagnosticsOf, type Guard } from './cache/guard.ts'
import { type ArticleSource, defectOf, publicReason } from './cache/source.ts'

/** A list may be empty, but is never absent. */
export type ListAnswer = Exclude<CacheAnswer<Post[]>, { kind: 'absent' }>
export type FindAnswer = CacheAnswer<Post>

export type PostsOptions = {
  source: ArticleSource
  store: PostStore
  /** Where lists outlive the process; null: nowhere. */
  snapshot: Snapshot | null
  /** Is called for each list and article that the application reads. */
  onPosts: Observer['onPosts']
}

export type Posts = ReturnType<typeof createPosts>

/** The site's articles, from whatever source, with the cache in front. */
export function createPosts(
  { source, store, snapshot, onPosts }: PostsOptions,
  rules: RevalidationRules & { guard: Guard },
) {
  const { guard, now, ttlMs, onFailure } = rules
  const lists = createRevalidation<Post[], Language>(rules, {
    entries: store.lists,
    read: (language) => guard.call(language, () => readVersionedList(language).catch(defectOf)),
    onRead: snapshot?.save,
  })
  const articles = createRevalidation<Post, ArticleKey>(rules, {
    entries: store.articles,
    read: (key) => guard.callInTurn(key, () => source.readArticle(...partsOf(key)).catch(defectOf)),
  })

  async function readVersionedList(language: Language) {
    const reading = await source.readList(language)
    if (reading.kind === 'read') await makeVersions(reading.value)
    return reading
  }

  function listDiagnostics(language: Language): string[] {
    const last = guard.lastFailure(language)
    const list = lists.peek(language)
    if (last === null) return []
    const reason = publicReason(last)
    const why = last.fault === 'key' ? `${reason}: GHOST_CONTENT_API_KEY is refused` : reason
    const instead = list === null ? 'and there is no copy' : 'its copy is served'
    return [`posts: the list in ${language} cannot be read (${why}), ${instead}`]
  }

  function peekPosts(language: Language): readonly Post[] {
    return lists.peek(language)?.value ?? noPosts
  }

  function observed<V extends object>(about: 'list' | 'article', answer: CacheAnswer<V>): CacheAnswer<V> {
    onPosts(about, answer.kind === 'cached' ? answer.freshness : answer.kind)
    return answer
  }

  return {
    /** Takes the lists of an earlier process as stale ones: to be called before the first visitor. Never rejects. */
    async restore(): Promise<void> {
      for (const language of languages) {
        const stored = await snapshot?.read(language)
        // Stale: no process of this site was there to hear of changes.
        if (stored) store.lists.set(language, stored.posts, Math.min(stored.readAt, now() - ttlMs), 'stored')
      }
    },

    async list(language: Language): Promise<ListAnswer> {
      return observed('list', await lists.get(language)) as ListAnswer // no source reads null for a list
    },

    /** The list read last, at once, where it may still be served. */
    peekList: lists.peek,

    async find(language: Language, slug: string): Promise<FindAnswer> {
      // No call for an impossible slug; no post's slug holds a decoded slash.
      const mayBe = !slug.includes('/') && source.mayHave(slug)
      const answer = mayBe ? await articles.get(`${language}/${slug}`) : absent
      return observed('article', answer)
    },

    /** The article read last, at once; null also where only a list has told of it. */
    peekArticle(language: Language, slug: string): Cached<Post> | null {
      const key: ArticleKey = `${language}/${slug}`
      return store.articles.get(key)?.listedOnly === false ? articles.peek(key) : null
    },

    /** Lines of `/readyz`: the source's state, and the lists that could not be read when they were asked for last. */
    diagnostics: () => [...diagnosticsOf(guard.state()), ...languages.flatMap(listDiagnostics)],

    /** Uses lists in memory: an article never waits for a list, nor has one read. */
    neighbours: (language: Language, slug: string) =>
      neighboursOf(slug, peekPosts(language), peekPosts(otherLanguage(language))),

    /** A post that no list has, with what the lists tell of its links and pictures. */
    settle: store.settle,

    /** Reads anew what a change concerns; the entries of before are served meanwhile. Never rejects. */
    async refresh(change: PostsChange): Promise<void> {
      // A source that sends word of a change is up.
      guard.reset()
      lists.expireAll()
      if (change.kind === 'everything') articles.expireAll()
      else for (const language of languages) for (const slug of change.slugs) articles.expire(`${language}/${slug}`)
      // Lists hold whole posts: once they are read, so are the articles.
      await Promise.all(languages.map(lists.refresh)).catch((error: unknown) => onFailure('refresh', defectOf(error)))
    },
  }
}

const absent = { kind: 'absent', freshness: 'hit' } as const

/** Shared, since results are memoised by the list. */
const noPosts: readonly Post[] = []
