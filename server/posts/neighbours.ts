import type { DatedPostLink, Neighbours, Post, PostLink } from '../../shared/post.ts'
import { isIndexed, topicalTags } from '../../shared/post.ts'
import { type Pairable, pairOf } from './metadata/metadata.ts'

type Listed = Pairable & Pick<Post, 'published_at' | 'canonical_url' | 'noindex'>

/** As many as are read at a glance. */
const maxRelated = 3

/**
 * Posts that a post leads to.
 *
 * @param own the list of the post's language, newest first; empty if it is not known
 * @param other the other language's
 */
export function neighboursOf(slug: string, own: readonly Listed[], other: readonly Listed[]): Neighbours {
  const index = own.findIndex((post) => post.slug === slug)
  const post = own[index]
  if (post === undefined) return { newer: null, older: null, related: [], pair: null }
  const [newer, older] = [own[index - 1], own[index + 1]]
  const pair = pairOf(post, own, other)
  return {
    newer: newer ? linkTo(newer) : null,
    older: older ? linkTo(older) : null,
    related: relatedTo(post, own, [newer, post, older]),
    pair: pair && { ...linkTo(pair), isOriginal: isIndexed(pair) },
  }
}

function linkTo({ slug, title }: Listed): PostLink {
  return { slug, title }
}

/** Posts with a topic of this one, in the list's order. */
function relatedTo(post: Listed, list: readonly Listed[], without: readonly (Listed | undefined)[]): DatedPostLink[] {
  const topics = new Set(topicalTags(post).map(({ slug }) => slug))
  const related: DatedPostLink[] = []
  if (topics.size === 0) return related
  for (const candidate of list) {
    if (related.length === maxRelated) break
    if (without.includes(candidate) || !topicalTags(candidate).some((tag) => topics.has(tag.slug))) continue
    related.push({ ...linkTo(candidate), published_at: candidate.published_at })
  }
  return related
}
