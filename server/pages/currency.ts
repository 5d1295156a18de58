import { type Language, otherLanguage } from '../../shared/language.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import type { Posts } from '../posts/posts.ts'
import type { Answer, Freshness } from '../posts/cache/revalidation.ts'

/**
 * Tells of a page that is made right now whether all that it is made of is still the same, and as fresh or stale as it was. Cheap:
 * it is asked at every request.
 *
 * @param freshness of the posts that the page is made of
 * @returns null where a part is not there, or has changed meanwhile, so that somebody has to look closer at once
 */
export function currencyOf(
  address: Address,
  language: Language,
  posts: Posts,
  freshness: Freshness,
): (() => boolean) | null {
  const listVersion = () => versionOf(posts.peekList(language), freshness)
  const versionElsewhere = () => anyVersion(posts.peekList(otherLanguage(language)))
  switch (pages[address.page].posts) {
    case 'none':
      return () => true
    case 'list': {
      const version = listVersion()
      return version === null ? null : () => listVersion() === version
    }
    case 'topic': {
      // The page names the other language's.
      const [version, elsewhere] = [listVersion(), versionElsewhere()]
      return version === null ? null : () => listVersion() === version && versionElsewhere() === elsewhere
    }
    case 'one': {
      if (!('slug' in address)) return null
      const { slug } = address
      const articleVersion = () => versionOf(posts.peekArticle(language, slug), freshness)
      // The list names the articles before and after this one, and both lists say where its links lead.
      const neighbours = () => anyVersion(posts.peekList(language))
      const [version, list, elsewhere] = [articleVersion(), neighbours(), versionElsewhere()]
      return version === null
        ? null
        : () => articleVersion() === version && neighbours() === list && versionElsewhere() === elsewhere
    }
  }
}

function versionOf(answer: Answer<object> | null, freshness: Freshness): string | null {
  return answer?.kind === 'held' && answer.freshness === freshness ? answer.version : null
}

function anyVersion(answer: Answer<object> | null): string | null {
  return answer?.kind === 'held' ? answer.version : null
}
