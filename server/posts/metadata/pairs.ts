import type { Post, Tag } from '../../../shared/post.ts'

export type Pairable = Pick<Post, 'id' | 'slug' | 'title' | 'tags'>

/** Ghost's slug for `#pair-` at the beginning of an internal tag's name. */
const slugStart = 'hash-pair-'

/** The internal tag of a pair, as Ghost makes it, for posts of other sources. */
export function pairTag(slug: string): Tag {
  return { id: slugStart + slug, slug: slugStart + slug, name: `#pair-${slug}` }
}

/** The name that a post shares with its counterpart in the other language, by its internal tag `#pair-<name>`; null without one. */
export function pairNameOf({ tags }: Pick<Post, 'tags'>): string | null {
  const tag = tags.find(({ slug, name }) => name.startsWith('#') && slug.startsWith(slugStart))
  return tag === undefined ? null : tag.slug.slice(slugStart.length)
}

/** The counterpart of a post in the other language's list; null unless exactly one post of each list has the pair's name. */
export function pairOf<P extends Pairable>(post: Pairable, list: readonly P[], otherList: readonly P[]): P | null {
  const name = pairNameOf(post)
  if (name === null) return null
  const [mine, theirs] = [byName(list).get(name) ?? [], byName(otherList).get(name) ?? []]
  const [counterpart] = theirs
  if (mine.length !== 1 || theirs.length !== 1 || counterpart === undefined) return null
  // A post in both lists is no translation of itself.
  return counterpart.id === post.id ? null : counterpart
}

const namesByList = new WeakMap<readonly Pairable[], Map<string, Pairable[]>>()

/** The posts of a list by the name of their pair. Computed once for each list, which may have thousands of posts. */
function byName<P extends Pairable>(posts: readonly P[]): ReadonlyMap<string, P[]> {
  const known = namesByList.get(posts)
  if (known) return known as Map<string, P[]> // the map of this list
  const found = new Map<string, P[]>()
  for (const post of posts) {
    const name = pairNameOf(post)
    if (name !== null) found.set(name, [...(found.get(name) ?? []), post])
  }
  namesByList.set(posts, found)
  return found
}
