/**
 * The site's articles, from Ghost or from Markdown files. They are in memory, safe to show, and their links lead to pages of this
 * site. If their source fails, the last ones are served. This folder depends on neither requests nor pages.
 */

import type { Language } from '../../shared/language.ts'
import type { PictureSize } from '../../shared/post.ts'
import type { Context } from '../config/config.ts'
import { createSourcePauses, type Failure } from './cache/cache.ts'
import { createGhost } from './ghost/ghost.ts'
import { feedHtml } from './html/html.ts'
import { createLinkResolver } from './links/links.ts'
import { type BuiltPosts, createMarkdown } from './markdown/markdown.ts'
import { createPosts } from './post-lists.ts'

export { type Cached, type Freshness, type ListAnswer, versionOf } from './cache/cache.ts'
export type { ReadPreview } from './ghost/ghost.ts'
export { frameSources, isBlank } from './html/html.ts'
export { createLinkIndex, type LinkIndex } from './links/links.ts'
export { type BuiltPosts, readBuiltPosts } from './markdown/markdown.ts'
export { pairOf } from './metadata/metadata.ts'
export { neighboursOf } from './neighbours.ts'
export type { FindAnswer, Posts } from './post-lists.ts'

export type CmsOptions = {
  /** The posts that the build converted from Markdown files. */
  readBuiltPosts: () => Promise<BuiltPosts>
  /** The size of a picture, by its path on this site; null if it is not known. */
  sizeOf: (path: string) => PictureSize | null
  /** Learns the sizes of pictures that are not known. Takes half a second at most; never rejects. */
  measure: (paths: readonly string[]) => Promise<void>
}

/** Creates the configured source and the lists of its posts. */
export function createCms(context: Context, options: CmsOptions) {
  const { config, log, now, uptime, observer } = context
  const { ttlMs, staleMs } = config.posts
  const pauses = createSourcePauses(uptime)
  const { source, readPreview, snapshot, timeoutMs } =
    config.source.kind === 'ghost'
      ? createGhost(context, config.source, pauses)
      : createMarkdown(context, config.source.directory, options.readBuiltPosts)
  const linkResolver = createLinkResolver(config.siteUrl, options.sizeOf)
  const onFailure = (asked: string, { message, type, fault }: Failure) =>
    log.error(
      { asked, type, message },
      fault === 'key' ? 'posts could not be read: GHOST_CONTENT_API_KEY is refused' : 'posts could not be read',
    )
  const posts = createPosts({
    ...{ source, pauses, snapshot, timeoutMs, linkResolver, onFailure },
    ...{ now, uptime, random: Math.random, ttlMs, staleMs },
    measure: options.measure,
    onPosts: observer.onPosts,
    onRecovery: (language) => log.info({ language }, 'posts can be read again'),
  })
  return {
    posts,
    isRateLimited: () => uptime() < pauses.rateLimitedUntil(),
    readPreview,
    feedHtml,
    gauges: {
      listAgeSeconds(language: Language) {
        const list = posts.peekList(language)
        return list === null ? undefined : (uptime() - list.readAt) / 1000
      },
      isSourceSuspended: () => posts.diagnostics().length > 0,
    },
  }
}

export type MakeFeedHtml = typeof feedHtml
