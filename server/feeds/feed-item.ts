import type { TFunction } from 'i18next'
import { type Post, reservedFor, shortExcerpt } from '../../shared/post.ts'
import { type Language, localise } from '../../shared/language.ts'
import { articlePath } from '../../shared/site-map.ts'
import { isBlank, type MakeFeedHtml } from '../posts/posts.ts'
import { escaped } from './xml.ts'
import { resizedPicture } from '../../shared/picture.ts'

/** The content of a feed's item, independent of the format. URLs are absolute. */
export type FeedItem = { post: Post; link: string; image: string | null; summary: string; html: string }

/** @param t the texts of the blog in the post's language */
export async function toFeedItem(
  post: Post,
  language: Language,
  siteUrl: string,
  t: TFunction<'blog'>,
  feedHtml: MakeFeedHtml,
): Promise<FeedItem> {
  const link = siteUrl + localise(articlePath(post.slug), language)
  const image = post.feature_image === null ? null : new URL(post.feature_image, siteUrl).href
  const picture = await feedHtml(buildPicture(post), link)
  const text = await feedHtml(post.html, link)
  return { post, link, image, summary: shortExcerpt(post), html: picture + buildContent(post, text, t) }
}

/** The whole post, or its public part and a notice. Never empty. */
function buildContent(post: Post, text: string, t: TFunction<'blog'>): string {
  const readers = reservedFor(post)
  const shown = isBlank(text) ? paragraph(post.excerpt || (readers ? '' : t('noText'))) : text
  return shown + (readers ? paragraph(t(`reserved.${readers}.body`)) : '')
}

function buildPicture({ feature_image, feature_image_alt, feature_image_caption }: Post): string {
  if (feature_image === null) return ''
  const caption = feature_image_caption === null ? '' : `<figcaption>${feature_image_caption}</figcaption>`
  const alt = escaped(feature_image_alt ?? '')
  return `<figure><img src="${escaped(resizedPicture(feature_image, 1600))}" alt="${alt}">${caption}</figure>`
}

function paragraph(words: string): string {
  return words === '' ? '' : `<p>${escaped(words)}</p>`
}
