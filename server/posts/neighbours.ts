import type { DatedPostLink, Neighbours, Post, PostLink } from '../../shared/post.ts'
import { isIndexed, topicalTags } from '../../shared/post.ts'
import { type Pairable, pairOf } from './metadata/metadata.ts'

type Listed = Pairable & Pick<Post, 'published_at' | 'canonical_url' | 'noindex'>

/** Limit of related posts, so that they are read at a glance. */
const maxRelated = 3

/**
 * The posts that an article's page links to.
 *
 * @param list of the post's language, newest first; empty if it is unknown
 * @param otherList of the other language
 */
export function neighboursOf(slug: string, list: readonly Listed[], otherList: readonly Listed[]): Neighbours {
  const index = list.findIndex((post) => post.slug === slug)
  const post = list[index]
  if (post === undefined) return { newer: null, older: null, related: [], pair: null }
  const [newer, older] = [list[index - 1], list[index + 1]]
  const pair = pairOf(post, list, otherList)
  return {
    newer: newer ? linkTo(newer) : null,
    older: older ? linkTo(older) : null,
    related: relatedTo(post, list, [newer, post, older]),
    pair: pair && { ...linkTo(pair), isOriginal: isIndexed(pair) },
  }
}

function linkTo({ slug, title }: Listed): PostLink {
  return { slug, title }
}

/** Posts that share a topic with this one, in the list's order. */
function relatedTo(post: Listed, list: readonly Listed[], excluded: readonly (Listed | undefined)[]): DatedPostLink[] {
  const topics = new Set(topicalTags(post).map(({ slug }) => slug))
  const related: DatedPostLink[] = []
  if (topics.size === 0) return related
  for (const candidate of list) {
    if (related.length === maxRelated) break
    if (excluded.includes(candidate) || !topicalTags(candidate).some((tag) => topics.has(tag.slug))) continue
    related.push({ ...linkTo(candidate), published_at: candidate.published_at })
  }
  return related
}
