import { defaultLanguage, type Language, otherLanguage, prefixOf, withoutPrefix } from '../../../shared/language.ts'
import { type Post, topicalTags } from '../../../shared/post.ts'
import { articlePath, authorPath, tagPath } from '../../../shared/site-map.ts'

type Listed = Pick<Post, 'slug' | 'title' | 'tags' | 'authors' | 'permalink'>

/** The lists in memory; null for a list that is not in memory. */
export type KnownLists = Record<Language, readonly Listed[] | null>

export type LinkIndex = ReturnType<typeof createLinkIndex>

/** Finds the language that has an article, a topic or an author, and the article that has a permalink of the CMS. */
export function createLinkIndex(lists: KnownLists) {
  const known = { fr: lists.fr && indexOf(lists.fr), en: lists.en && indexOf(lists.en) }
  return {
    /** The path's own language if its list has the path or a list is unknown; null if neither list has the path. */
    languageWith(path: string): Language | null {
      const own = prefixOf(path) ?? defaultLanguage
      const foreign = otherLanguage(own)
      const plain = withoutPrefix(path)
      if (known[own]?.titles.has(plain) ?? true) return own
      if (known[foreign] === null) return own
      return known[foreign].titles.has(plain) ? foreign : null
    },

    /** The title of an article, or the name of a topic or an author, by its path without prefix. */
    titleAt: (path: string, language: Language) => known[language]?.titles.get(path),

    /** The article at a permalink, searched in the language `first`, then in the other; null if no list has it. */
    articleAt(permalink: string, first: Language): { language: Language; path: string } | null {
      for (const language of [first, otherLanguage(first)]) {
        const path = known[language]?.articles.get(permalink)
        if (path !== undefined) return { language, path }
      }
      return null
    },
  }
}

/** Titles by the paths of this site, and the paths of articles by their permalinks. */
type ListIndex = { titles: Map<string, string>; articles: Map<string, string> }

const indexes = new WeakMap<readonly Listed[], ListIndex>()

/** Memoised by list, since each request for one of Ghost's paths or for an unknown path needs the index. */
function indexOf(list: readonly Listed[]): ListIndex {
  const known = indexes.get(list)
  if (known) return known
  const index: ListIndex = { titles: new Map(), articles: new Map() }
  for (const post of list) {
    const path = articlePath(post.slug)
    index.titles.set(path, post.title)
    if (post.permalink !== null) index.articles.set(post.permalink, path)
    for (const { slug, name } of topicalTags(post)) index.titles.set(tagPath(slug), name)
    for (const { slug, name } of post.authors) if (slug !== null) index.titles.set(authorPath(slug), name)
  }
  indexes.set(list, index)
  return index
}
