import { type Language, languages, otherLanguage } from '../../shared/language.ts'
import { isIndexed, type Post, topicalTags } from '../../shared/post.ts'
import { authorSlugsOf } from '../../shared/post-groups.ts'
import { articlePath, authorPath, pages, pathOf, plainPageIds, tagPath } from '../../shared/site-map.ts'
import { pairOf } from '../posts/posts.ts'

/** An indexable URL, with the languages in which the same page exists, and its last change if known. */
export type SitemapEntry = {
  path: string
  language: Language
  alternates: readonly Language[]
  /** Its path in the other language, if different. */
  counterpart?: string
  lastmod?: string
  image?: string
}

/** The page of a topic with a single post would only repeat that post. */
const minPostsOfTopic = 2

/** All indexable URLs. Alternates link in both directions; articles and lists have their real `lastmod`. */
export function sitemapEntries(posts: Record<Language, readonly Post[]>): SitemapEntry[] {
  return [
    ...plainPageIds.flatMap((page): SitemapEntry[] => {
      const alternates: readonly Language[] = pages[page].languages
      const changed = (language: Language) => (page === 'blog' ? changeOf(posts[language]) : {})
      return alternates.map((language) => ({ path: pathOf(page), language, alternates, ...changed(language) }))
    }),
    ...groupEntries(posts, topicSlugsOf, tagPath, minPostsOfTopic),
    ...groupEntries(posts, authorSlugsOf, authorPath, 1),
    ...languages.flatMap((language) => articleEntries(posts, language)),
  ]
}

/** Skips posts with `noindex` or a foreign canonical URL. */
function articleEntries(posts: Record<Language, readonly Post[]>, language: Language): SitemapEntry[] {
  return posts[language].filter(isIndexed).map((post) => ({
    path: articlePath(post.slug),
    language,
    ...alternatesOf(post, language, posts),
    ...changeOf([post]),
    ...(post.feature_image === null ? {} : { image: post.feature_image }),
  }))
}

type Alternates = Pick<SitemapEntry, 'alternates' | 'counterpart'>

function alternatesOf(post: Post, language: Language, posts: Record<Language, readonly Post[]>): Alternates {
  const pair = pairOf(post, posts[language], posts[otherLanguage(language)])
  // A post that is not indexed has no entry that could link back.
  if (pair === null || !isIndexed(pair)) return { alternates: [language] }
  return { alternates: languages, counterpart: articlePath(pair.slug) }
}

function topicSlugsOf(post: Post): string[] {
  return topicalTags(post).map(({ slug }) => slug)
}

/** The pages of groups of posts (topics, authors). A group with fewer than `minPosts` posts in a language has no page there. */
function groupEntries(
  posts: Record<Language, readonly Post[]>,
  slugsOf: (post: Post) => string[],
  pathOfGroup: (slug: string) => string,
  minPosts: number,
): SitemapEntry[] {
  const groups = { fr: groupedBy(posts.fr, slugsOf), en: groupedBy(posts.en, slugsOf) }
  return languages.flatMap((language) =>
    [...groups[language]].flatMap(([slug, group]): SitemapEntry[] => {
      if (group.length < minPosts) return []
      // Each alternate has its own entry, which links back.
      const alternates = languages.filter((target) => (groups[target].get(slug)?.length ?? 0) >= minPosts)
      return [{ path: pathOfGroup(slug), language, alternates, ...changeOf(group) }]
    }),
  )
}

function groupedBy(posts: readonly Post[], slugsOf: (post: Post) => string[]): Map<string, Post[]> {
  const groups = new Map<string, Post[]>()
  for (const post of posts) {
    for (const slug of new Set(slugsOf(post))) {
      const group = groups.get(slug)
      if (group) group.push(post)
      else groups.set(slug, [post])
    }
  }
  return groups
}

/** The last change of these posts; empty without posts. */
function changeOf(posts: readonly Post[]): { lastmod?: string } {
  if (posts.length === 0) return {}
  const changes = posts.map(({ updated_at, published_at }) => Date.parse(updated_at ?? published_at))
  return { lastmod: new Date(Math.max(...changes)).toISOString() }
}
