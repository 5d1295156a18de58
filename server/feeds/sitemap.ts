import { SitemapStream, streamToPromise } from 'sitemap'
import { fallback, type Language, languages, localise, otherLanguage } from '../../shared/language.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import { tagIn } from '../../shared/post-list.ts'
import { articlePath, pages, pathOf, plainPageIds, tagPath } from '../../shared/site-map.ts'

/** An indexable address: the languages in which the very same page exists, and when it last changed where that is known. */
type Entry = { path: string; language: Language; alternates: readonly Language[]; lastmod?: string; image?: string }

/** A topic with fewer posts says nothing that its post does not. */
const leastPostsOfTopic = 2

/**
 * Every indexable address: pages with their alternates in both directions, articles and lists with their true `lastmod`.
 *
 * @see https://www.sitemaps.org/protocol.html
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export async function createSitemap(posts: Record<Language, readonly Post[]>, siteUrl: string): Promise<string> {
  const stream = new SitemapStream({
    hostname: siteUrl,
    xmlns: { news: false, xhtml: true, image: true, video: false },
  })
  for (const { path, language, alternates, lastmod, image } of entriesOf(posts)) {
    const links: { lang: string; url: string }[] = alternates.map((lang) => ({
      lang,
      url: siteUrl + localise(path, lang),
    }))
    if (links.length > 1) links.push({ lang: 'x-default', url: siteUrl + localise(path, fallback) })
    stream.write({
      url: localise(path, language),
      links: links.length > 1 ? links : [],
      ...(lastmod === undefined ? {} : { lastmod }),
      img: image === undefined ? [] : [{ url: new URL(image, siteUrl).href }],
    })
  }
  stream.end()
  return (await streamToPromise(stream)).toString()
}

function entriesOf(posts: Record<Language, readonly Post[]>): Entry[] {
  return [
    ...plainPageIds.flatMap((page): Entry[] => {
      const alternates: readonly Language[] = pages[page].languages
      const changed = (language: Language) => (page === 'blog' ? changeOf(posts[language]) : {})
      return alternates.map((language) => ({ path: pathOf(page), language, alternates, ...changed(language) }))
    }),
    ...languages.flatMap((language) => topicsOf(posts, language)),
    ...languages.flatMap((language) => articlesOf(posts[language], language)),
  ]
}

/** Posts whose original is elsewhere are not ours to announce. */
function articlesOf(posts: readonly Post[], language: Language): Entry[] {
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

function topicsOf(posts: Record<Language, readonly Post[]>, language: Language): Entry[] {
  const slugs = new Set(posts[language].flatMap((post) => topicalTags(post).map(({ slug }) => slug)))
  const elsewhere = posts[otherLanguage(language)]
  return [...slugs].flatMap((slug): Entry[] => {
    const own = posts[language].filter((post) => tagIn([post], slug))
    if (own.length < leastPostsOfTopic) return []
    const alternates = tagIn(elsewhere, slug) ? languages : [language]
    return [{ path: tagPath(slug), language, alternates, ...changeOf(own) }]
  })
}

/** When the last of these posts changed; nothing where there is none. */
function changeOf(posts: readonly Post[]): { lastmod?: string } {
  if (posts.length === 0) return {}
  const changes = posts.map(({ updated_at, published_at }) => Date.parse(updated_at ?? published_at))
  return { lastmod: new Date(Math.max(...changes)).toISOString() }
}
