/**
 * The site's articles, from Ghost or from Markdown files. They are in memory, safe to show, with links that lead to pages of this site;
 * if their source fails, the last ones are served. The room knows neither requests nor pages.
 */

import { resolve } from 'node:path'
import type { Language } from '../../shared/language.ts'
import type { PictureSize } from '../../shared/post.ts'
import type { Context } from '../config/context.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { createSourcePauses } from './cache/source-pauses.ts'
import type { Failure } from './cache/source.ts'
import { createGhost } from './ghost/ghost.ts'
import { createPostLabels } from './html/labels.ts'
import { createLinkResolver } from './links/link-resolver.ts'
import type { BuiltPosts } from './markdown/built-posts.ts'
import { createFileReader } from './markdown/file-reader.ts'
import { createMarkdownSource } from './markdown/source.ts'
import { createPosts } from './post-lists.ts'

export type { Cached, Freshness, ListAnswer } from './cache/cached-list.ts'
export { versionOf } from './cache/version.ts'
export type { ReadPreview } from './ghost/previews.ts'
export { frameSources } from './html/embed-providers.ts'
export { isBlank } from './html/readable-text.ts'
export { createLinkIndex, type LinkIndex } from './links/link-index.ts'
export { type BuiltPosts, readBuiltPosts } from './markdown/built-posts.ts'
export { pairOf } from './metadata/pairs.ts'
export { neighboursOf } from './neighbours.ts'
export type { FindAnswer, Posts } from './post-lists.ts'

export type CmsOptions = {
  /** The posts that the build has made of Markdown files. */
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
      : createFiles(context, config.source.directory, options.readBuiltPosts)
  const linkResolver = createLinkResolver(config.siteUrl, options.sizeOf)
  const onFailure = (asked: string, { message, type, fault }: Failure) =>
    log.error(
      { asked, type, message },
      fault === 'key' ? 'posts could not be read: GHOST_CONTENT_API_KEY is refused' : 'posts could not be read',
    )
  const posts = createPosts({
    ...{
      source,
      pauses,
      snapshot,
      timeoutMs,
      linkResolver,
      now,
      uptime,
      random: Math.random,
      ttlMs,
      staleMs,
      onFailure,
    },
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

function createFiles({ config, texts, log }: Context, directory: string, readBuiltPosts: CmsOptions['readBuiltPosts']) {
  const readPost = createFileReader({
    readBuilt: readBuiltPosts,
    async loadParser() {
      const [{ createPostParser }, { createSanitise }] = await Promise.all([
        import('./markdown/post-parser.ts'),
        import('./html/sanitise.ts'),
      ])
      return createPostParser(createSanitise(null, createPostLabels(texts)))
    },
    siteUrl: config.siteUrl,
  })
  const source = createMarkdownSource(resolve(projectRoot, directory), readPost, (problem) =>
    log.error({ problem }, 'a Markdown file is no post: it is left out'),
  )
  return { source, readPreview: null, snapshot: null, timeoutMs: 0 }
}

/** Sanitised HTML as feed readers can show it, see `html/feed-html.ts`; `link`: where the article stands. */
async function feedHtml(html: string, link: string): Promise<string> {
  return html === '' ? '' : (await import('./html/feed-html.ts')).feedHtml(html, link)
}

export type MakeFeedHtml = typeof feedHtml
