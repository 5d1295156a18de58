import type { Language } from '../../shared/language.ts'
import { isLanguage } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { createCallLimit } from './call-limit.ts'
import type { ArticleSource, Failure } from './reading.ts'
import { type Answer, createStaleCache } from './stale-cache.ts'

export type ListAnswer = Answer<Post[]>
export type FindAnswer = Answer<Post>

/** The site's articles, from whatever source, with the cache in front. */
export type Posts = {
  list(language: Language): Promise<ListAnswer>
  /** The list as it was read last, at once, where it may still be served. */
  heldList(language: Language): ListAnswer | null
  find(language: Language, slug: string): Promise<FindAnswer>
}

export type PostsOptions = {
  source: ArticleSource
  now: () => number
  ttlMs: number
  staleMs: number
  maxEntries: number
  onFailure: (asked: string, failure: Failure) => void
}

/** A flood of invented slugs becomes a queue of this length at the source, and no longer. */
const callsAtOnce = 8
const callsWaiting = 200

const turnedAway: Failure = {
  kind: 'failed',
  message: `more than ${callsWaiting} calls are already waiting`,
  type: 'TooManyCalls',
  pauseSeconds: null,
}

export function createPosts({ source, ...options }: PostsOptions): Posts {
  const limited = createCallLimit(callsAtOnce, callsWaiting)
  const lists = createStaleCache<Post[]>((key) => source.list(languageIn(key)), options)
  const articles = createStaleCache<Post>(async (key) => {
    const [language = '', slug = ''] = key.split('/', 2)
    return (await limited(() => source.find(languageIn(language), slug))) ?? turnedAway
  }, options)

  return {
    list: (language) => lists.get(language),
    heldList: (language) => lists.held(language),
    async find(language, slug) {
      // A slug holds no slash, and one that is decoded to hold one names no post.
      if (slug.includes('/')) return { kind: 'absent', freshness: 'hit' }
      const answer = await articles.get(`${language}/${slug}`)
      if (answer.kind !== 'failed') return answer
      // Nobody has read this article yet, but the list that is held has it whole.
      const list = lists.held(language)
      const post = list?.kind === 'held' ? list.value.find((listed) => listed.slug === slug) : undefined
      return list?.kind === 'held' && post ? { ...list, value: post } : answer
    },
  }
}

function languageIn(key: string): Language {
  if (!isLanguage(key)) throw new Error(`"${key}" is not a language; expected fr or en`)
  return key
}
