import { setImmediate } from 'node:timers/promises'
import type { i18n } from 'i18next'
import { company } from '../../shared/company.ts'
import { type Language, localise } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { pathOf } from '../../shared/site-map.ts'
import type { MakeFeedHtml } from '../posts/cms.ts'
import { type FeedItem, toFeedItem } from './feed-item.ts'

/** The content of a feed of any format; `list` and `self` are absolute addresses. */
export type FeedChannel = {
  title: string
  description: string
  /** As in RFC 5646: `fr-CA`. */
  language: string
  siteUrl: string
  list: string
  self: string
  items: FeedItem[]
}

/** Feeds carry whole posts and are read again and again; their readers keep the older ones. */
const maxItems = 50

/**
 * @param posts newest first
 * @param path the feed's own, without language prefix
 */
export async function createChannel(
  posts: readonly Post[],
  language: Language,
  path: string,
  siteUrl: string,
  texts: i18n,
  feedHtml: MakeFeedHtml,
): Promise<FeedChannel> {
  const t = texts.getFixedT(language, 'blog')
  const items: FeedItem[] = []
  for (const post of posts.filter(({ noindex }) => noindex === undefined).slice(0, maxItems)) {
    items.push(await toFeedItem(post, language, siteUrl, t, feedHtml))
    // A post takes milliseconds, a hundred of them too long for other requests.
    await setImmediate()
  }
  return {
    title: `${t('title')} | ${company.name}`,
    description: t('meta.description'),
    language: `${language}-CA`,
    siteUrl,
    list: siteUrl + localise(pathOf('blog'), language),
    self: siteUrl + localise(path, language),
    items,
  }
}
