/**
 * Posts from Ghost: published ones from its Content API, drafts from its Admin API. Each post is converted once; an invalid post is
 * logged and skipped. The room knows nothing of how long lists are fresh.
 */

import { resolve } from 'node:path'
import type { Context, GhostConfig } from '../../config/config.ts'
import { observeFetch, traced } from '../../http/fetch.ts'
import type { CallKind } from '../../runtime/observer.ts'
import { projectRoot } from '../../runtime/project-root.ts'
import { createFolderSnapshot, type SourcePauses } from '../cache/cache.ts'
import { createPostLabels } from '../html/html.ts'
import { createGhostAdmin, createGhostClient, createGhostRequest } from '../../ghost/ghost.ts'
import { createPostReader, type ConvertPost } from './post-reader.ts'
import { createGhostPreviews } from './previews.ts'
import { createGhostRewriter } from './rewriter.ts'
import { createGhostSource } from './source.ts'

export type { ReadPreview } from './previews.ts'

/** A Ghost with all that reads it. */
export function createGhost(context: Context, ghost: GhostConfig, pauses: SourcePauses) {
  const { config, keyFor, texts, fetch, log, now, observer } = context
  const labelsIn = createPostLabels(texts)
  const making = { rewrite: createGhostRewriter(ghost, keyFor), siteUrl: config.siteUrl, labelsIn }
  const convert: ConvertPost = async (post, language) => {
    // It takes time and memory to load.
    const { convertPost } = await import('./post-converter.ts')
    return convertPost(making, post, language)
  }
  const readPost = createPostReader(convert, labelsIn, (refused) =>
    log.warn(refused, 'a post is beyond the bounds: not all of it is shown'),
  )
  const fetchFromGhost = (kind: CallKind) => observeFetch(traced(fetch), kind, observer)
  const { adminKey, timeoutMs } = ghost
  const askAdmin =
    adminKey === null ? null : createGhostAdmin(createGhostRequest(ghost, fetchFromGhost('drafts'), now), adminKey, now)
  return {
    source: createGhostSource(createGhostClient(ghost, fetchFromGhost('posts'), now), readPost, (unreadable) =>
      log.error(unreadable, 'Skipped invalid post from Ghost'),
    ),
    /** Null without a key to Ghost's drafts. */
    readPreview: askAdmin && createGhostPreviews(askAdmin, readPost, pauses, context, timeoutMs),
    snapshot: createSnapshotOf(context, ghost),
    timeoutMs,
  }
}

/** Null if lists are not kept. */
function createSnapshotOf(context: Context, ghost: GhostConfig) {
  const { config, keyFor, log, now } = context
  const { ttlMs, staleMs } = config.posts
  const { copies } = ghost
  const lifeMs = ttlMs + staleMs
  if (lifeMs === 0 || copies.maxBytes === 0) return null
  const origin = JSON.stringify([config.siteUrl, ghost.url, ghost.version, ghost.key])
  return createFolderSnapshot(resolve(projectRoot, copies.directory), now, {
    identity: keyFor(`copies of ${origin}`).toString('hex', 0, 16),
    maxBytes: copies.maxBytes,
    lifeMs,
    log,
  })
}
