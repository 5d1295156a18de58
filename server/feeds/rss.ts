import { extname } from 'node:path/posix'
import { company } from '../../shared/company.ts'
import { sharePicture } from '../../shared/picture.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import { isFormat, mediaTypes } from '../media/picture-format.ts'
import type { FeedChannel } from './channel.ts'
import type { FeedItem } from './feed-item.ts'
import { textAsHtml, toXml, type XmlElement } from './xml.ts'

/**
 * The posts of a language as RSS 2.0, whole, with absolute addresses.
 *
 * @see https://www.rssboard.org/rss-specification
 */
export function createRss({ title, description, language, siteUrl, list, self, items }: FeedChannel): string {
  // Dated by its posts: the same posts make the same feed.
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
      // A post stays the same one when its address changes.
      ['guid', post.id, { isPermaLink: 'false' }],
      ['pubDate', new Date(post.published_at).toUTCString()],
      // RSS's own `author` is an e-mail address, which is no reader's concern.
      ...post.authors.map(({ name }): XmlElement => ['dc:creator', name]),
      ...topicalTags(post).map(({ name }): XmlElement => ['category', name]),
      ...(summary === '' ? [] : [['description', textAsHtml(summary)] satisfies XmlElement]),
      ['content:encoded', html],
      ...enclosureOf(post, siteUrl),
    ],
  ]
}

/**
 * The variant for link previews where there is one, which is always JPEG. All three attributes are
 * required; a length that is not known is 0 (RSS Advisory Board, "RSS Best Practices Profile").
 */
function enclosureOf({ feature_image }: Post, siteUrl: string): XmlElement[] {
  if (feature_image === null) return []
  const share = sharePicture(feature_image)
  const image = new URL(share ?? feature_image, siteUrl).href
  const name = extname(new URL(image).pathname).slice(1).toLowerCase()
  const format = share || name === 'jpg' ? 'jpeg' : name
  return isFormat(format) ? [['enclosure', [], { url: image, type: mediaTypes[format], length: '0' }]] : []
}
