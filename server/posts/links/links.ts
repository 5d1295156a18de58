/**
 * Resolves the links and pictures of posts, which depend on both lists: a link leads to the language that has its article. Lists
 * that have not changed keep their arrays. This folder depends on neither sources nor requests.
 */

import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { type Cached, type CachedList, versionOf } from '../cache/cache.ts'
import type { LinkResolver, ResolveLinks } from './link-resolver.ts'

export { createLinkIndex, type LinkIndex } from './link-index.ts'
export { createLinkResolver, type LinkResolver, picturesOf } from './link-resolver.ts'

type Resolved = { from: Post[]; by: ResolveLinks; value: Post[]; version: string }

/** The lists as pages show them. Links and pictures are resolved again after each reading of a list. */
export function createResolvedLists(lists: Record<Language, Pick<CachedList, 'peek'>>, createResolver: LinkResolver) {
  const resolved: Partial<Record<Language, Resolved>> = {}
  let readings = ''
  let resolveLinks = createResolver({ fr: null, en: null })

  function resolver(): ResolveLinks {
    const [fr, en] = [lists.fr.peek(), lists.en.peek()]
    const latest = `${fr?.version} ${fr?.readAt} ${en?.version} ${en?.readAt}`
    if (latest !== readings) resolveLinks = createResolver({ fr: fr?.value ?? null, en: en?.value ?? null })
    readings = latest
    return resolveLinks
  }

  return {
    /** Resolves a post that is in neither list. */
    resolveLinks: (post: Post): Post => resolver()(post),

    /** Keeps the same array if no post has changed: what is derived from it is memoised. */
    resolveList(language: Language, list: Cached<Post[]>): Cached<Post[]> {
      const by = resolver()
      let known = resolved[language]
      if (known?.from !== list.value || known.by !== by) {
        const posts = list.value.map(by)
        const version = versionOf(posts.map(versionOf))
        known = { from: list.value, by, value: known?.version === version ? known.value : posts, version }
        resolved[language] = known
      }
      return { ...list, value: known.value, version: known.version }
    },
  }
}
