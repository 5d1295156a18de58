import { type Language, otherLanguage } from '../../shared/language.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import type { Posts } from '../posts/posts.ts'
import type { Answer } from '../posts/stale-cache.ts'

/**
 * Tells of a page that is made right now whether all that it is made of is still the same, and fresh. Cheap: it is asked at every
 * request.
 *
 * @returns null where a part is stale, or not there, so that somebody has to look closer at once
 */
export function currencyOf(address: Address, language: Language, posts: Posts): (() => boolean) | null {
  switch (pages[address.page].posts) {
    case 'none':
      return always
    case 'list': {
      const version = freshVersion(posts.heldList(language))
      return version === null ? null : () => freshVersion(posts.heldList(language)) === version
    }
    case 'topic': {
      // The page names the other language's.
      const other = otherLanguage(language)
      const [version, elsewhere] = [freshVersion(posts.heldList(language)), anyVersion(posts.heldList(other))]
      if (version === null) return null
      return () => freshVersion(posts.heldList(language)) === version && anyVersion(posts.heldList(other)) === elsewhere
    }
    case 'one': {
      if (!('slug' in address)) return null
      const { slug } = address
      // The list names the articles before and after this one.
      const [version, list] = [freshVersion(posts.heldArticle(language, slug)), anyVersion(posts.heldList(language))]
      if (version === null) return null
      return () =>
        freshVersion(posts.heldArticle(language, slug)) === version && anyVersion(posts.heldList(language)) === list
    }
  }
}

const always = () => true

function freshVersion(answer: Answer<object> | null): string | null {
  return answer?.kind === 'held' && answer.freshness === 'hit' ? answer.version : null
}

function anyVersion(answer: Answer<object> | null): string | null {
  return answer?.kind === 'held' ? answer.version : null
}
