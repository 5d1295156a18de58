import { type Language, languages, otherLanguage } from '../../shared/language.ts'
import { isIndexed, type Post, topicalTags } from '../../shared/post.ts'
import { authorSlugsOf } from '../../shared/post-groups.ts'
import { articlePath, authorPath, pages, pathOf, plainPageIds, tagPath } from '../../shared/site-map.ts'
import { pairOf } from '../posts/metadata/pairs.ts'

/** An indexable address: the languages in which the very same page exists, and when it last changed where that is known. */
export type SitemapEntry = {
  path: string
  language: Language
  alternates: readonly Language[]
  /** Its path in the other language, where that is not the same. */
  counterpart?: string
  lastmod?: string
  image?: string
}

/** A topic of one post repeats that post. */
const minPostsOfTopic = 2

/** Every indexable address: pages with their alternates in both directions, articles and lists with their true `lastmod`. */
export function sitemapEntries(posts: Record<Language, readonly Post[]>): SitemapEntry[] {
  return [
    ...plainPageIds.flatMap((page): SitemapEntry[] => {
      const alternates: readonly Language[] = pages[page].languages
      const changed = (language: Language) => (page === 'blog' ? changeOf(posts[language]) : {})
      return alternates.map((language) => ({ path: pathOf(page), language, alternates, ...changed(language) }))
    }),
    ...groupsOf(posts, topicSlugsOf, tagPath, minPostsOfTopic),
    ...groupsOf(posts, authorSlugsOf, authorPath, 1),
    ...languages.flatMap((language) => articlesOf(posts, language)),
  ]
}

/** Skips posts that search engines are not to list. */
function articlesOf(posts: Record<Language, readonly Post[]>, language: Language): SitemapEntry[] {
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
  // A post without an entry has none that could lead back.
  if (pair === null || !isIndexed(pair)) return { alternates: [language] }
  return { alternates: languages, counterpart: articlePath(pair.slug) }
}

function topicSlugsOf(post: Post): string[] {
  return topicalTags(post).map(({ slug }) => slug)
}

/** The pages of posts that have something in common, by its slug; a language with fewer than `least` has none. */
function groupsOf(
  posts: Record<Language, readonly Post[]>,
  slugsOf: (post: Post) => string[],
  pathOfGroup: (slug: string) => string,
  least: number,
): SitemapEntry[] {
  const groups = { fr: groupedBy(posts.fr, slugsOf), en: groupedBy(posts.en, slugsOf) }
  return languages.flatMap((language) =>
    [...groups[language]].flatMap(([slug, group]): SitemapEntry[] => {
      if (group.length < least) return []
      // Each alternate has an entry of its own, which leads back.
      const alternates = languages.filter((one) => (groups[one].get(slug)?.length ?? 0) >= least)
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

/** When the last of these posts changed; empty without posts. */
function changeOf(posts: readonly Post[]): { lastmod?: string } {
  if (posts.length === 0) return {}
  const changes = posts.map(({ updated_at, published_at }) => Date.parse(updated_at ?? published_at))
  return { lastmod: new Date(Math.max(...changes)).toISOString() }
}
