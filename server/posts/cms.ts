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
import { createPosts } from './posts.ts'

export type CmsOptions = {
  /** The posts that the build has made of Markdown files. */
  readBuiltPosts: () => Promise<BuiltPosts>
  /** The size of a picture, by its path on this site; null if it is not known. */
  sizeOf: (path: string) => PictureSize | null
  /** Learns the sizes of pictures that are not known. Takes half a second at most; never rejects. */
  measure: (paths: readonly string[]) => Promise<void>
}

/** The source of the site's articles, and its cache: a Ghost where one is configured, else the folder of Markdown files. */
export function createCms(context: Context, options: CmsOptions) {
  const { config, log, now, uptime, observer } = context
  const { ghost } = config
  const { ttlMs, staleMs } = config.posts
  const pauses = createSourcePauses(uptime)
  const { source, readPreview, snapshot } =
    ghost === null
      ? { source: createFiles(context, options.readBuiltPosts), readPreview: null, snapshot: null }
      : createGhost(context, ghost, pauses)
  const linkResolver = createLinkResolver(config.siteUrl, options.sizeOf)
  const onFailure = (asked: string, { message, type, fault }: Failure) =>
    log.error(
      { asked, type, message },
      fault === 'key' ? 'posts could not be read: GHOST_CONTENT_API_KEY is refused' : 'posts could not be read',
    )
  const posts = createPosts({
    ...{ source, pauses, snapshot, linkResolver, now, uptime, random: Math.random, ttlMs, staleMs, onFailure },
    measure: options.measure,
    onPosts: observer.onPosts,
    timeoutMs: ghost?.timeoutMs ?? 0,
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

function createFiles({ config, texts, log }: Context, readBuiltPosts: CmsOptions['readBuiltPosts']) {
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
  return createMarkdownSource(resolve(projectRoot, config.posts.directory), readPost, (problem) =>
    log.error({ problem }, 'a Markdown file is no post: it is left out'),
  )
}

/** Sanitised HTML as feed readers can show it, see `html/feed-html.ts`; `link`: where the article stands. */
async function feedHtml(html: string, link: string): Promise<string> {
  return html === '' ? '' : (await import('./html/feed-html.ts')).feedHtml(html, link)
}

export type MakeFeedHtml = typeof feedHtml
