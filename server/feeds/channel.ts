import { setImmediate } from 'node:timers/promises'
import type { i18n } from 'i18next'
import { company } from '../../shared/company.ts'
import { type Language, localise } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { pathOf } from '../../shared/site-map.ts'
import type { MakeFeedHtml } from '../posts/posts.ts'
import { type FeedItem, toFeedItem } from './feed-item.ts'

/** The content of a feed, independent of its format. `list` and `self` are absolute URLs. */
export type FeedChannel = {
  title: string
  description: string
  /** A tag of RFC 5646: `fr-CA`. */
  language: string
  siteUrl: string
  list: string
  self: string
  items: FeedItem[]
}

/** Feeds contain whole posts and are read often. Feed readers keep older posts themselves. */
const maxItems = 50

/**
 * @param posts newest first
 * @param path of the feed, without language prefix
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
    // Each post takes milliseconds. Without a pause, fifty would delay other requests.
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
