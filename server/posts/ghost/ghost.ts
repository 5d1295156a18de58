/**
 * Posts from Ghost: published ones from its Content API, drafts from its Admin API. An invalid post is logged and skipped. This
 * folder depends on neither how long lists are fresh nor how posts are converted.
 */

import { resolve } from 'node:path'
import type { Context, GhostConfig } from '../../config/config.ts'
import { observeFetch, traced } from '../../http/fetch.ts'
import type { CallKind } from '../../runtime/observer.ts'
import { projectRoot } from '../../runtime/project-root.ts'
import { createFolderSnapshot, type SourcePauses } from '../cache/cache.ts'
import { createConversion } from '../conversion/conversion.ts'
import { createGhostAdmin, createGhostClient, createGhostRequest } from '../../ghost/ghost.ts'
import { createGhostPreviews } from './previews.ts'
import { createGhostSource } from './source.ts'

export type { ReadPreview } from './previews.ts'

/** Creates the source of a Ghost's posts, and its previews. */
export function createGhost(context: Context, ghost: GhostConfig, pauses: SourcePauses) {
  const { fetch, log, now, observer } = context
  const convertPost = createConversion(context, ghost)
  const fetchFromGhost = (kind: CallKind) => observeFetch(traced(fetch), kind, observer)
  const { adminKey, timeoutMs } = ghost
  const askAdmin =
    adminKey === null ? null : createGhostAdmin(createGhostRequest(ghost, fetchFromGhost('drafts'), now), adminKey, now)
  return {
    source: createGhostSource(createGhostClient(ghost, fetchFromGhost('posts'), now), convertPost, (unreadable) =>
      log.error(unreadable, 'Skipped invalid post from Ghost'),
    ),
    /** Null without an Admin API key. */
    readPreview: askAdmin && createGhostPreviews(askAdmin, convertPost, pauses, context, timeoutMs),
    snapshot: createGhostSnapshot(context, ghost),
    timeoutMs,
  }
}

/** Null if the lists end with the process. */
function createGhostSnapshot(context: Context, ghost: GhostConfig) {
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
