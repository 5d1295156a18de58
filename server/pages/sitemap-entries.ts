import { type Language, languages } from '../../shared/language.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import { tagIn } from '../../shared/post-list.ts'
import { articlePath, pages, pathOf, plainPageIds, tagPath } from '../../shared/site-map.ts'

/** An indexable address: the languages in which the very same page exists, and when it last changed where that is known. */
export type SitemapEntry = {
  path: string
  language: Language
  alternates: readonly Language[]
  lastmod?: string
  image?: string
}

/** A topic of one post repeats that post. */
const leastPostsOfTopic = 2

/** Every indexable address: pages with their alternates in both directions, articles and lists with their true `lastmod`. */
export function sitemapEntries(posts: Record<Language, readonly Post[]>): SitemapEntry[] {
  return [
    ...plainPageIds.flatMap((page): SitemapEntry[] => {
      const alternates: readonly Language[] = pages[page].languages
      const changed = (language: Language) => (page === 'blog' ? changeOf(posts[language]) : {})
      return alternates.map((language) => ({ path: pathOf(page), language, alternates, ...changed(language) }))
    }),
    ...languages.flatMap((language) => topicsOf(posts, language)),
    ...languages.flatMap((language) => articlesOf(posts[language], language)),
  ]
}

/** Without posts whose original is on another site. */
function articlesOf(posts: readonly Post[], language: Language): SitemapEntry[] {
  return posts
    .filter(({ canonical_url }) => canonical_url === null)
    .map((post) => ({
      path: articlePath(post.slug),
      language,
      alternates: [language],
      ...changeOf([post]),
      ...(post.feature_image === null ? {} : { image: post.feature_image }),
    }))
}

function topicsOf(posts: Record<Language, readonly Post[]>, language: Language): SitemapEntry[] {
  const slugs = new Set(posts[language].flatMap((post) => topicalTags(post).map(({ slug }) => slug)))
  const about = (slug: string, one: Language) => posts[one].filter((post) => tagIn([post], slug))
  return [...slugs].flatMap((slug): SitemapEntry[] => {
    // Each alternate has an entry of its own, which leads back.
    const alternates = languages.filter((one) => about(slug, one).length >= leastPostsOfTopic)
    if (!alternates.includes(language)) return []
    return [{ path: tagPath(slug), language, alternates, ...changeOf(about(slug, language)) }]
  })
}

/** When the last of these posts changed; empty without posts. */
function changeOf(posts: readonly Post[]): { lastmod?: string } {
  if (posts.length === 0) return {}
  const changes = posts.map(({ updated_at, published_at }) => Date.parse(updated_at ?? published_at))
  return { lastmod: new Date(Math.max(...changes)).toISOString() }
}
