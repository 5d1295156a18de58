import { company } from './company.ts'
import { type Author, type ListOutcome, type PostSummary, type Tag, topicalTags } from './post.ts'
import { newestFirst, type WithoutList } from './post-list.ts'
import { authorPath, pathOf } from './site-map.ts'

/** The posts of a topic or an author, newest first. There is at least one. */
export type PostGroup<About> = { kind: 'group'; about: About; posts: PostSummary[] }

export type GroupOutcome<About> = PostGroup<About> | { kind: 'missing' } | WithoutList

/** Finds the topic or author with a slug, if a post has it. */
export type FindIn<About> = (posts: readonly Pick<PostSummary, 'tags' | 'authors'>[], slug: string) => About | undefined

export function groupIn<About>(findIn: FindIn<About>, list: ListOutcome, slug: string): GroupOutcome<About> {
  if (list.kind !== 'listed') return list
  const about = findIn(list.posts, slug)
  if (about === undefined) return { kind: 'missing' }
  return { kind: 'group', about, posts: newestFirst(list.posts.filter((post) => findIn([post], slug) !== undefined)) }
}

/** A topic: a tag that is neither a language nor internal. */
export function tagIn(posts: readonly Pick<PostSummary, 'tags'>[], slug: string): Tag | undefined {
  return posts.flatMap((post) => topicalTags(post)).find((tag) => tag.slug === slug)
}

export function authorIn(posts: readonly Pick<PostSummary, 'authors'>[], slug: string): Author | undefined {
  return posts.flatMap(({ authors }) => authors).find(({ slug: own }) => own === slug)
}

/** The slugs of a post's authors who have a page, except the company, whose page is `/about`. */
export function authorSlugsOf(post: Pick<PostSummary, 'authors'>): string[] {
  return post.authors.flatMap(({ name, slug }) => (slug === null || name === company.name ? [] : [slug]))
}

/** The path of the page about an author: the company's own, the author's, or null. */
export function aboutAuthor({ name, slug }: Pick<Author, 'name' | 'slug'>): string | null {
  if (name === company.name) return pathOf('about')
  return slug === null ? null : authorPath(slug)
}
