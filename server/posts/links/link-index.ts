import { fallback, type Language, otherLanguage, prefixOf, withoutPrefix } from '../../../shared/language.ts'
import { type Post, topicalTags } from '../../../shared/post.ts'
import { articlePath, authorPath, tagPath } from '../../../shared/site-map.ts'

type Listed = Pick<Post, 'slug' | 'tags' | 'authors' | 'permalink'>

/** The lists in memory; null for one that is not there. */
export type KnownLists = Record<Language, readonly Listed[] | null>

export type LinkIndex = ReturnType<typeof createLinkIndex>

/** Which language has an article, a topic or an author, and which article has a permalink of the CMS. */
export function createLinkIndex(lists: KnownLists) {
  const paths = { fr: pathsOf(lists.fr), en: pathsOf(lists.en) }
  const slugs = { fr: slugsOf(lists.fr), en: slugsOf(lists.en) }
  return {
    /** The path's own language where a list is unknown; null where neither has it. */
    languageWith(path: string): Language | null {
      const named = prefixOf(path) ?? fallback
      const other = otherLanguage(named)
      const plain = withoutPrefix(path)
      if (paths[named]?.has(plain) ?? true) return named
      if (paths[other] === null) return named
      return paths[other].has(plain) ? other : null
    },

    /** The article at a permalink, sought in one language first; null where no list has it. */
    articleAt(permalink: string, first: Language): { language: Language; path: string } | null {
      for (const language of [first, otherLanguage(first)]) {
        const slug = slugs[language].get(permalink)
        if (slug !== undefined) return { language, path: articlePath(slug) }
      }
      return null
    },
  }
}

function pathsOf(list: readonly Listed[] | null): ReadonlySet<string> | null {
  if (list === null) return null
  return new Set(
    list.flatMap((post) => [
      articlePath(post.slug),
      ...topicalTags(post).map(({ slug }) => tagPath(slug)),
      ...post.authors.flatMap(({ slug }) => (slug === null ? [] : [authorPath(slug)])),
    ]),
  )
}

function slugsOf(list: readonly Listed[] | null): ReadonlyMap<string, string> {
  return new Map(
    (list ?? []).flatMap(({ slug, permalink }) => (permalink === null ? [] : [[permalink, slug] as const])),
  )
}
