import { company } from '../../shared/company.ts'
import { topicalTags } from '../../shared/post.ts'
import type { FeedChannel } from './channel.ts'
import type { FeedItem } from './feed-item.ts'

/**
 * The posts of a language as JSON Feed 1.1, with the same content as the RSS feed.
 *
 * @see https://www.jsonfeed.org/version/1.1/
 */
export function createJsonFeed({ title, description, language, siteUrl, list, self, items }: FeedChannel): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: list,
    feed_url: self,
    description,
    icon: `${siteUrl}/icon-512.png`,
    favicon: `${siteUrl}/icon-192.png`,
    authors: [{ name: company.name, url: `${siteUrl}/` }],
    language,
    items: items.map(toItem),
  })
}

function toItem({ post, link, image, summary, html }: FeedItem) {
  const tags = topicalTags(post).map(({ name }) => name)
  return {
    id: post.id,
    url: link,
    title: post.title,
    content_html: html,
    ...(summary === '' ? {} : { summary }),
    ...(image === null ? {} : { image }),
    date_published: post.published_at,
    ...(post.updated_at === null ? {} : { date_modified: post.updated_at }),
    ...(post.authors.length === 0 ? {} : { authors: post.authors.map(({ name }) => ({ name })) }),
    ...(tags.length === 0 ? {} : { tags }),
  }
}
