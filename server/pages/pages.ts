/**
 * This folder serves pages, previews and error screens, and the JSON that a page's script requests: `/api/posts`, `/api/search`. It
 * guarantees that a cached page is never older than the posts in memory, and that a visitor never gets another's page. It knows
 * nothing about where posts come from, nor how forms are delivered.
 */
import type { Express } from 'express'
import type { Context } from '../config/config.ts'
import { createErrorScreen } from './error-screen.ts'
import { createFastPath } from './fast-path.ts'
import { createFromGhost, fromGhostPath } from './from-ghost.ts'
import { createPageHandler, type PageHandlerOptions } from './handler.ts'
import { createPageCache } from './page-cache.ts'
import { createPostsApi } from './posts-api.ts'
import { createPreviews, type PreviewsOptions } from './previews.ts'
import { createSearchApi } from './search-api.ts'
import { createWarmUp } from './warm-up.ts'

export { fromGhostPath }

export type PagesOptions = Omit<PageHandlerOptions, 'cache'> & {
  /** Null without a key to Ghost's drafts. */
  readPreview: PreviewsOptions['readPreview'] | null
}

export function createPages(context: Context, { readPreview, ...options }: PagesOptions) {
  const { config, texts, log, now, uptime, observer } = context
  const { posts, search, assetsFor } = options
  const keepsPosts = config.posts.ttlMs > 0
  const cache = createPageCache({ posts, keepsPosts, uptime })
  const pages = createPageHandler(context, { ...options, cache })
  return {
    handle: pages.handle,
    fromGhost: createFromGhost(posts),
    postsApi: createPostsApi(posts, cache, config, now),
    searchApi: createSearchApi(search),
    /** Null without a key to Ghost's drafts. */
    preview: readPreview && createPreviews(context, { posts, readPreview, assetsFor }),
    cachedDocument: cache.document,
    warmUp: createWarmUp({ pages, posts, search, texts, keepsPosts, pageSize: config.blogPageSize, log }),
    createErrorScreen: (isInterface: (path: string) => boolean) =>
      createErrorScreen(context, { assetsFor, cache, isInterface }),
    createFastPath: (app: Express, isReady: () => boolean) => createFastPath(app, cache, isReady, log, observer),
  }
}

export type Pages = ReturnType<typeof createPages>
