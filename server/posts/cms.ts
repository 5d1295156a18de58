import { resolve } from 'node:path'
import type { Language } from '../../shared/language.ts'
import type { Context } from '../config/context.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { createGuard } from './cache/guard.ts'
import type { Failure } from './cache/source.ts'
import { createPostStore } from './cache/store.ts'
import { createGhost, type GhostOptions } from './ghost/ghost.ts'
import { createPostLabels } from './html/labels.ts'
import { createSettling } from './links/settled-posts.ts'
import type { BuiltPosts } from './markdown/built-posts.ts'
import { createFileReader } from './markdown/file-reader.ts'
import { createMarkdownSource } from './markdown/source.ts'
import { createPosts } from './posts.ts'

export type CmsOptions = Omit<GhostOptions, 'guard'> & {
  /** The posts that the build has made of Markdown files. */
  readBuiltPosts: () => Promise<BuiltPosts>
  /** The size of a picture, by its path on this site; null where it is not known. */
  sizeOf: (path: string) => { width: number; height: number } | null
}

/** How long Markdown files may take to be read, in milliseconds. */
const longestFileReadMs = 5000

/** The source of the site's articles, and its cache: a Ghost where one is configured, else the folder of Markdown files. */
export function createCms(context: Context, options: CmsOptions) {
  const { config, log, now, observer } = context
  const { ghost } = config
  const { ttlMs, staleMs, maxEntries } = config.posts
  const guard = createGuard({
    now,
    random: Math.random,
    backsOff: ttlMs > 0,
    timeoutMs: ghost?.timeoutMs ?? longestFileReadMs,
    onOpen: (why) => log.warn({ why }, 'posts: the source is failing, it is left alone and copies are served'),
    onClose: () => log.info('posts: the source answers again'),
  })
  const { articles, readPreview, snapshot } =
    ghost === null
      ? { articles: createFiles(context, options.readBuiltPosts), readPreview: null, snapshot: null }
      : createGhost(context, ghost, { ...options, guard })
  const settling = createSettling(config.siteUrl, options.sizeOf)
  const store = createPostStore(maxEntries, now, settling)
  const onFailure = (asked: string, { message, type, fault }: Failure) =>
    log.error(
      { asked, type, message },
      fault === 'key' ? 'posts could not be read: GHOST_CONTENT_API_KEY is refused' : 'posts could not be read',
    )
  const rules = { guard, now, ttlMs, staleMs, maxAbsent: maxEntries, onFailure }
  const posts = createPosts({ source: articles, store, snapshot, onPosts: observer.onPosts }, rules)
  return {
    posts,
    state: guard.state,
    readPreview,
    feedHtml,
    gauges: {
      listAgeSeconds(language: Language) {
        const list = posts.peekList(language)
        return list === null ? undefined : (now() - list.readAt) / 1000
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
