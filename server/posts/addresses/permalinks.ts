import { type Language, localiseFrom, otherLanguage, prefixOf, fallback } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { articlePath } from '../../../shared/site-map.ts'

/**
 * Marks a link to the list whose article only the lists can name: the path at the CMS and the fragment follow. {@link
 * withPermalinks} replaces it before a reader sees it.
 */
export const permalinkMark = '?permalink='

type Listed = Pick<Post, 'slug' | 'permalink'>

const marked = /(<a\b[^>]*?\shref=")((?:\/(?:fr|en))?\/blog)\?permalink=([^"#]*)([^"]*)/g

/** Sanitised HTML whose marked links lead to the posts that they mean, or, where no list has such a post, to the list. */
export function withPermalinks(html: string, lists: Record<Language, readonly Listed[] | null>): string {
  return html.replace(marked, (_, start: string, list: string, path: string, place: string) => {
    const named = prefixOf(list) ?? fallback
    const article = articleAt(path, named, lists)
    return start + (article === null ? list : article + place)
  })
}

/** The path here of the post that has a permalink, for a page in the language `from`. */
export function articleAt(
  permalink: string,
  from: Language,
  lists: Record<Language, readonly Listed[] | null>,
): string | null {
  for (const language of [from, otherLanguage(from)]) {
    const slug = lists[language] && slugsOf(lists[language]).get(permalink)
    if (slug) return localiseFrom(articlePath(slug), language, from)
  }
  return null
}

const known = new WeakMap<readonly Listed[], ReadonlyMap<string, string>>()

/** Slugs by permalink, found once for each list: one may be of thousands of posts. */
function slugsOf(list: readonly Listed[]): ReadonlyMap<string, string> {
  const found = known.get(list)
  if (found) return found
  const slugs = new Map(list.flatMap(({ slug, permalink }) => (permalink === null ? [] : [[permalink, slug] as const])))
  known.set(list, slugs)
  return slugs
}
