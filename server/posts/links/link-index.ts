import { defaultLanguage, type Language, otherLanguage, prefixOf, withoutPrefix } from '../../../shared/language.ts'
import { type Post, topicalTags } from '../../../shared/post.ts'
import { articlePath, authorPath, tagPath } from '../../../shared/site-map.ts'

type Listed = Pick<Post, 'slug' | 'title' | 'tags' | 'authors' | 'permalink'>

/** The lists in memory; null for one that is not there. */
export type KnownLists = Record<Language, readonly Listed[] | null>

export type LinkIndex = ReturnType<typeof createLinkIndex>

/** Which language has an article, a topic or an author, and which article has a permalink of the CMS. */
export function createLinkIndex(lists: KnownLists) {
  const known = { fr: lists.fr && indexOf(lists.fr), en: lists.en && indexOf(lists.en) }
  return {
    /** The path's own language where a list is unknown; null if neither has it. */
    languageWith(path: string): Language | null {
      const named = prefixOf(path) ?? defaultLanguage
      const other = otherLanguage(named)
      const plain = withoutPrefix(path)
      if (known[named]?.titles.has(plain) ?? true) return named
      if (known[other] === null) return named
      return known[other].titles.has(plain) ? other : null
    },

    /** The title of an article, or the name of a topic or an author, by its path without prefix. */
    titleAt: (path: string, language: Language) => known[language]?.titles.get(path),

    /** The article at a permalink, sought in one language first; null if no list has it. */
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

/** Indexes a list once: each request for a path of Ghost's or for an unknown one asks for it. */
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
