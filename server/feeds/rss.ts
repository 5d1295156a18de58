import { extname } from 'node:path/posix'
import { company } from '../../shared/company.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import { resizedPicture } from '../../shared/picture.ts'
import type { FeedChannel } from './channel.ts'
import type { FeedItem } from './feed-item.ts'
import { textAsHtml, toXml, type XmlElement } from './xml.ts'

/**
 * The full posts of a language as RSS 2.0, with absolute URLs.
 *
 * @see https://www.rssboard.org/rss-specification
 */
export function createRss({ title, description, language, siteUrl, list, self, items }: FeedChannel): string {
  // The date of the latest post, so that equal posts give an equal feed.
  const latest = Math.max(...items.map(({ post }) => Date.parse(post.updated_at ?? post.published_at)))
  const channel: XmlElement[] = [
    ['title', title],
    ['link', list],
    ['description', description],
    ['language', language],
    ['copyright', company.name],
    ...(items.length === 0 ? [] : [['lastBuildDate', new Date(latest).toUTCString()] satisfies XmlElement]),
    ['atom:link', [], { href: self, rel: 'self', type: 'application/rss+xml' }],
    ...items.map((item) => toItem(item, siteUrl)),
  ]
  return toXml([
    'rss',
    [['channel', channel]],
    {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    },
  ])
}

function toItem({ post, link, summary, html }: FeedItem, siteUrl: string): XmlElement {
  return [
    'item',
    [
      ['title', post.title],
      ['link', link],
      // The ID stays if the URL changes.
      ['guid', post.id, { isPermaLink: 'false' }],
      ['pubDate', new Date(post.published_at).toUTCString()],
      // RSS's own `author` requires an e-mail address.
      ...post.authors.map(({ name }): XmlElement => ['dc:creator', name]),
      ...topicalTags(post).map(({ name }): XmlElement => ['category', name]),
      ...(summary === '' ? [] : [['description', textAsHtml(summary)] satisfies XmlElement]),
      ['content:encoded', html],
      ...buildEnclosure(post, siteUrl),
    ],
  ]
}

/** Feed readers do not guess types. */
const types: Record<string, string> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' },
  ...{ avif: 'image/avif', svg: 'image/svg+xml' },
}

/**
 * The picture for link previews, if it exists; it is always a JPEG. All three attributes are required. An unknown length is 0 (RSS
 * Advisory Board, "RSS Best Practices Profile").
 */
function buildEnclosure({ feature_image }: Post, siteUrl: string): XmlElement[] {
  if (feature_image === null) return []
  const preview = resizedPicture(feature_image, 'preview')
  const url = new URL(preview, siteUrl)
  const type = preview !== feature_image ? 'image/jpeg' : types[extname(url.pathname).slice(1).toLowerCase()]
  return type === undefined ? [] : [['enclosure', [], { url: url.href, type, length: '0' }]]
}
