import { type Language, otherLanguage } from '../../shared/language.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import type { Posts } from '../posts/posts.ts'
import type { Answer } from '../posts/stale-cache.ts'

/**
 * The version of everything that the page at an address is made of, as it is held right now; null where a part of it is
 * stale, or not there, so that somebody has to look closer. Cheap: it is asked for at every request.
 */
export function versionsHeld(address: Address, language: Language, posts: Posts): string | null {
  switch (pages[address.page].posts) {
    case 'none':
      return ''
    case 'list':
      return freshVersion(posts.heldList(language))
    case 'topic': {
      const version = freshVersion(posts.heldList(language))
      return version && version + anyVersion(posts.heldList(otherLanguage(language)))
    }
    case 'one': {
      if (!('slug' in address)) return null
      const version = freshVersion(posts.heldArticle(language, address.slug))
      // The list names the articles before and after this one.
      return version && version + anyVersion(posts.heldList(language))
    }
  }
}

function freshVersion(answer: Answer<object> | null): string | null {
  return answer?.kind === 'held' && answer.freshness === 'hit' ? answer.version : null
}

function anyVersion(answer: Answer<object> | null): string {
  return answer?.kind === 'held' ? answer.version : ''
}
