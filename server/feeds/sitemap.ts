import { SitemapStream, streamToPromise } from 'sitemap'
import { fallback, type Language, languages, localise } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { articlePath, pageIds, pages } from '../../shared/site-map.ts'

/**
 * Every indexable address: pages with their alternates in both directions, articles with their true `lastmod`.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export async function createSitemap(posts: Record<Language, readonly Post[]>, siteUrl: string): Promise<string> {
  const stream = new SitemapStream({
    hostname: siteUrl,
    xmlns: { news: false, xhtml: true, image: true, video: false },
  })
  for (const page of pageIds) {
    if (page === 'article') continue
    const { path, languages: own } = pages[page]
    const alternates: readonly Language[] = own
    const links: { lang: string; url: string }[] = alternates.map((lang) => ({
      lang: lang,
      url: siteUrl + localise(path, lang),
    }))
    if (links.length > 1) links.push({ lang: 'x-default', url: siteUrl + localise(path, fallback) })
    for (const language of alternates) {
      stream.write({ url: localise(path, language), links: links.length > 1 ? links : [] })
    }
  }
  for (const language of languages) {
    for (const { slug, updated_at, published_at, feature_image } of posts[language]) {
      stream.write({
        url: localise(articlePath(slug), language),
        lastmod: updated_at ?? published_at,
        img: feature_image === null ? [] : [{ url: siteUrl + feature_image }],
      })
    }
  }
  stream.end()
  return (await streamToPromise(stream)).toString()
}
