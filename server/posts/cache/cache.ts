/**
 * The lists of posts in memory. A list is read again in the background, is served stale while its source fails, and outlives the
 * process in a folder. This folder depends on neither Ghost nor Markdown: it reads a `PostSource`.
 */

import { createSnapshotFolder } from './snapshot-folder.ts'
import { createSnapshot, type SnapshotOptions } from './snapshot.ts'

export {
  type Cached,
  type CachedList,
  type CachedListOptions,
  createCachedList,
  type Freshness,
  type ListAnswer,
  secondsUntil,
  type Unavailable,
} from './cached-list.ts'
export type { Snapshot } from './snapshot.ts'
export { defectOf, type Failure, type PostSource, publicReason, type Reading } from './source.ts'
export { createSourcePauses, type SourcePauses } from './source-pauses.ts'
export { createUnlistedArticles, maxCalls } from './unlisted-articles.ts'
export { versionOf } from './version.ts'

/**
 * Stores the lists in a folder for the next process.
 *
 * @param now milliseconds since 1970
 */
export function createFolderSnapshot(directory: string, now: () => number, options: Omit<SnapshotOptions, 'store'>) {
  return createSnapshot({ ...options, store: createSnapshotFolder(directory, options.lifeMs, now) })
}
