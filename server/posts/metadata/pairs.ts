import { type Language, languages } from '../../../shared/language.ts'
import { languageOfPost, type Post, type Tag } from '../../../shared/post.ts'

export type Pairable = Pick<Post, 'id' | 'slug' | 'title' | 'tags'>

export type PairFault = { name: string; fault: string }

/** Ghost's slug for `#pair-` at the beginning of an internal tag's name. */
const slugStart = 'hash-pair-'

/** The internal tag of a pair, as Ghost would make it; for posts without Ghost. */
export function pairTag(slug: string): Tag {
  return { id: slugStart + slug, slug: slugStart + slug, name: `#pair-${slug}` }
}

/** The name that a post shares with its counterpart in the other language, by its internal tag `#pair-<name>`; null without one. */
export function pairNameOf({ tags }: Pick<Post, 'tags'>): string | null {
  const tag = tags.find(({ slug, name }) => name.startsWith('#') && slug.startsWith(slugStart))
  return tag === undefined ? null : tag.slug.slice(slugStart.length)
}

/** The counterpart of a post in the other language's list; null unless exactly one post of each list has the pair's name. */
export function pairOf<P extends Pairable>(post: Pairable, own: readonly P[], other: readonly P[]): P | null {
  const name = pairNameOf(post)
  if (name === null) return null
  const [mine, theirs] = [byName(own).get(name) ?? [], byName(other).get(name) ?? []]
  const [counterpart] = theirs
  if (mine.length !== 1 || theirs.length !== 1 || counterpart === undefined) return null
  // A post in both lists is no translation of itself.
  return counterpart.id === post.id ? null : counterpart
}

/**
 * Reasons why posts of the same name are not linked, in words for an operator.
 *
 * @param unpublished drafts and scheduled posts, where they are known
 */
export function pairFaults(
  lists: Record<Language, readonly Pairable[]>,
  unpublished: readonly Pairable[],
): PairFault[] {
  const names = new Set(languages.flatMap((language) => [...byName(lists[language]).keys()]))
  return [...names].sort().flatMap((name) => {
    const [fr, en] = [byName(lists.fr).get(name) ?? [], byName(lists.en).get(name) ?? []]
    if (fr.length > 1) return [{ name, fault: `${quoted(fr)} all have it in fr` }]
    if (en.length > 1) return [{ name, fault: `${quoted(en)} all have it in en` }]
    if (fr[0]?.id === en[0]?.id) return [{ name, fault: `${quoted(fr)} is in both languages itself` }]
    if (fr.length === en.length) return []
    const missing: Language = fr.length === 0 ? 'fr' : 'en'
    // A post in the language that is there would not help; one without a language may.
    const waiting = (byName(unpublished).get(name) ?? []).filter(
      (post) => (languageOfPost(post) ?? missing) === missing,
    )
    const why = waiting.length === 0 ? '' : `: ${quoted(waiting)} is not published`
    return [{ name, fault: `${quoted([...fr, ...en])} has no counterpart in ${missing}${why}` }]
  })
}

function quoted(posts: readonly Pairable[]): string {
  return posts.map(({ title }) => `"${title}"`).join(', ')
}

const namesByList = new WeakMap<readonly Pairable[], Map<string, Pairable[]>>()

/** A list's posts by the name of their pair, found once for each list: one may have thousands of posts. */
function byName<P extends Pairable>(posts: readonly P[]): ReadonlyMap<string, P[]> {
  const known = namesByList.get(posts)
  if (known) return known as Map<string, P[]> // of this very list
  const found = new Map<string, P[]>()
  for (const post of posts) {
    const name = pairNameOf(post)
    if (name !== null) found.set(name, [...(found.get(name) ?? []), post])
  }
  namesByList.set(posts, found)
  return found
}
