import { Feed } from 'feed'
import type { i18n } from 'i18next'
import { company } from '../../shared/company.ts'
import { type Language, localise } from '../../shared/language.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import { articlePath, pathOf } from '../../shared/site-map.ts'

export function rssPath(language: Language): string {
  return localise('/rss.xml', language)
}

/**
 * The posts of a language as RSS 2.0, whole, with absolute addresses.
 *
 * @see https://www.rssboard.org/rss-specification
 */
export function createRss(posts: readonly Post[], language: Language, siteUrl: string, texts: i18n): string {
  const t = texts.getFixedT(language, 'blog')
  const list = siteUrl + localise(pathOf('blog'), language)
  const latest = posts.map(({ updated_at, published_at }) => Date.parse(updated_at ?? published_at))
  const feed = new Feed({
    id: list,
    link: list,
    title: `${t('title')} | ${company.name}`,
    description: t('meta.description'),
    language: `${language}-CA`,
    copyright: company.name,
    generator: company.name,
    // Of the posts, not of the moment: the same posts make the same feed.
    updated: new Date(Math.max(0, ...latest)),
    feedLinks: { rss: siteUrl + rssPath(language) },
  })
  for (const post of posts) {
    const link = siteUrl + localise(articlePath(post.slug), language)
    feed.addItem({
      id: link,
      link,
      title: post.title,
      description: post.excerpt,
      content: withAbsoluteAddresses(post.html, siteUrl),
      date: new Date(post.published_at),
      published: new Date(post.published_at),
      category: topicalTags(post).map(({ name }) => ({ name })),
      // RSS's own `author` is an e-mail address, which nobody here gives away.
      // The package's type asks for an object, its writer takes text as well.
      extensions: post.authors.slice(0, 1).map(({ name }) => ({ name: 'dc:creator', objects: name as never })),
    })
  }
  return feed.rss2()
}

/** `src`, `srcset` and `href` that begin at this site's root, for readers elsewhere. */
function withAbsoluteAddresses(html: string, siteUrl: string): string {
  return html
    .replace(/(\s(?:src|href)=")(?=\/(?!\/))/g, `$1${siteUrl}`)
    .replace(/\ssrcset="[^"]*"/g, (srcset) => srcset.replace(/(="|, )(?=\/(?!\/))/g, `$1${siteUrl}`))
}
