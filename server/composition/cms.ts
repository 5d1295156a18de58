import { resolve } from 'node:path'
import type { RequestHandler } from 'express'
import type { i18n } from 'i18next'
import type { Language } from '../../shared/language.ts'
import type { GhostConfig } from '../config/config.ts'
import { createPictureSizes, type PictureSizes } from '../media/picture-sizes.ts'
import { createMediaOfGhost, type MediaOptions } from './media.ts'
import { createSignature } from '../posts/addresses/signed-path.ts'
import { createGhostSource } from '../posts/ghost/source.ts'
import { createGhostAdmin } from '../posts/ghost/admin.ts'
import { createGhostClient } from '../posts/ghost/client.ts'
import { createGhostPreviews, type ReadPreview } from '../posts/ghost/previews.ts'
import { createGhostRequest } from '../posts/ghost/request.ts'
import { createRewriterOptions, pictureKeyPurpose } from '../posts/ghost/rewriter.ts'
import { createPostLabels, type PostLabels } from '../posts/html/labels.ts'
import type { BuiltPosts } from '../posts/markdown/built-posts.ts'
import { createFileReader } from '../posts/markdown/file-reader.ts'
import { createMarkdownSource } from '../posts/markdown/source.ts'
import { createPostReader, madeBy, type TryPost } from '../posts/ghost/post-reader.ts'
import type { PostJobs } from '../posts/ghost/post-jobs.ts'
import type { ArticleSource } from '../posts/cache/source.ts'
import { createGuard, type SourceState } from '../posts/cache/guard.ts'
import { createSnapshot, type Snapshot, type SnapshotPlace } from '../posts/cache/snapshot.ts'
import { createSnapshotFolder } from '../posts/cache/snapshot-folder.ts'
import type { OnDifference } from '../posts/cache/store.ts'
import type { CallKind } from '../log/observer.ts'
import { observeFetch, observePosts } from '../metrics/observe.ts'
import type { Gauges } from '../metrics/gauges.ts'
import { createPosts, type Posts } from '../posts/posts.ts'
import { createSettling } from '../posts/links/settled-posts.ts'
import type { MakeFeedHtml } from '../feeds/feed-item.ts'
import { fetch, traced } from '../http/fetch.ts'
import { postsUnavailable } from '../http/http-error.ts'
import { projectRoot } from '../config/project-root.ts'

/** Where the site's articles are written, and how they are read. */
export type Cms = {
  posts: Posts
  /** The state of the source, by its last calls. */
  state: () => SourceState
  /** Lines for `/readyz`. */
  diagnostics: () => readonly string[]
  gauges: Pick<Gauges, 'list' | 'isSourceSuspended'>
  /** Null without a key to Ghost's drafts. */
  readPreview: ReadPreview | null
  /** `GET /media/...`; null where posts have no CMS. */
  media: RequestHandler | null
  feedHtml: MakeFeedHtml
}

export type CmsOptions = Omit<MediaOptions, 'guard'> & {
  texts: i18n
  /** Where all instances keep the last lists; null: each in a folder of its own. */
  snapshots: SnapshotPlace | null
  onDifference: OnDifference
  /** Makes posts elsewhere than in this process; null in development. */
  postJobs: PostJobs | null
  /** The posts that the build has made of Markdown files. */
  readBuiltPosts: () => Promise<BuiltPosts>
}

/** The process that makes them has ended twice: something ends it. */
const feedRetrySeconds = 60

/** How long Markdown files may take to be read, in milliseconds. */
const longestFileReadMs = 5000

/** A Ghost where one is configured, else the folder of Markdown files. */
export function createCms(options: CmsOptions): Cms {
  const { config, log, now, observer, texts, onDifference } = options
  const guard = createGuard({
    now,
    random: Math.random,
    backsOff: config.posts.ttlMs > 0,
    timeoutMs: config.ghost?.timeoutMs ?? longestFileReadMs,
    onOpen: (why) => log.warn({ why }, 'posts: the source is failing, it is left alone and copies are served'),
    onClose: () => log.info('posts: the source answers again'),
  })
  const source = createSource({ ...options, guard, labelsIn: createPostLabels(texts) })
  const posts = createPosts({
    source: source.articles,
    guard,
    snapshot: source.snapshot,
    settling: createSettling(config.siteUrl, source.sizeOf),
    onDifference,
    now,
    ...config.posts,
    onFailure: (asked, { message, type, fault }) =>
      log.error(
        { asked, type, message },
        fault === 'key' ? 'posts could not be read: GHOST_CONTENT_API_KEY is refused' : 'posts could not be read',
      ),
  })
  return {
    posts: observePosts(posts, observer),
    state: guard.state,
    diagnostics: () => [...posts.diagnostics(), ...source.mediaDiagnostics()],
    gauges: {
      list(language) {
        const list = posts.peekList(language)
        return list && { length: list.value.length, ageSeconds: (now() - list.readAt) / 1000 }
      },
      isSourceSuspended: () => posts.diagnostics().length > 0,
    },
    readPreview: source.readPreview,
    media: source.media,
    feedHtml: source.feedHtml,
  }
}

type Source = Pick<Cms, 'readPreview' | 'media' | 'feedHtml'> & {
  articles: ArticleSource
  mediaDiagnostics: Cms['diagnostics']
  /** The size of a picture, by its path on this site; null where it is not known. */
  sizeOf: PictureSizes['of']
  /** Where its lists outlive the process; null: nowhere. */
  snapshot: Snapshot | null
}

type SourceOptions = MediaOptions &
  Pick<CmsOptions, 'postJobs' | 'readBuiltPosts' | 'snapshots'> & { labelsIn: (language: Language) => PostLabels }

function createSource(options: SourceOptions): Source {
  const { config, labelsIn } = options
  if (config.ghost !== null) return createGhost(config.ghost, options)
  const folder = resolve(projectRoot, config.posts.directory)
  const readPost = createFileReader({
    readBuilt: options.readBuiltPosts,
    loadParser: async () => (await import('./post-makers.ts')).createMarkdownMaker(labelsIn),
    siteUrl: config.siteUrl,
  })
  const articles = createMarkdownSource(folder, readPost, (problem) =>
    options.log.error({ problem }, 'a Markdown file is no post: it is left out'),
  )
  return {
    articles,
    readPreview: null,
    media: null,
    mediaDiagnostics: () => [],
    sizeOf: () => null,
    snapshot: null,
    feedHtml: createFeedHtml(null),
  }
}

function createGhost(ghost: GhostConfig, options: SourceOptions): Source {
  const { config, labelsIn, keyFor, guard, log, now, observer } = options
  const signature = createSignature(keyFor(pictureKeyPurpose))
  const rewriterOptions = createRewriterOptions(config, ghost.url, keyFor)
  const { postJobs } = options
  const tryPost: TryPost = async (post, language) => {
    if (postJobs !== null) return postJobs.make(rewriterOptions, post, language)
    const { createGhostMaker } = await import('./post-makers.ts')
    return madeBy(createGhostMaker(rewriterOptions, labelsIn), post, language)
  }
  const readPost = createPostReader(tryPost, labelsIn, (refused) =>
    log.warn(refused, 'a post is beyond the bounds: not all of it is shown'),
  )
  // It is there by the time that the first list is.
  postJobs?.start()
  const sizes = createPictureSizes()
  const fetchFromGhost = (kind: CallKind) => observeFetch(traced(fetch), kind, observer)
  const browsePosts = createGhostClient(ghost, fetchFromGhost('posts'), now)
  const { media, diagnostics: mediaDiagnostics } = createMediaOfGhost(ghost, signature, sizes, options)
  return {
    articles: createGhostSource(browsePosts, readPost, (unreadable) =>
      log.error(unreadable, 'ghost sent a post that is none: it is left out'),
    ),
    readPreview:
      config.adminKey === null
        ? null
        : createGhostPreviews(
            createGhostAdmin(createGhostRequest(ghost, fetchFromGhost('drafts'), now), config.adminKey, now),
            readPost,
            guard,
            now,
          ),
    media,
    mediaDiagnostics,
    feedHtml: createFeedHtml(postJobs),
    sizeOf: sizes.of,
    snapshot: createSnapshotOf(ghost, options),
  }
}

function createFeedHtml(postJobs: PostJobs | null): MakeFeedHtml {
  return async (html, link) => {
    if (html === '') return ''
    if (postJobs === null) return (await import('../posts/html/feed-html.ts')).feedHtml(html, link)
    const outcome = await postJobs.feedHtml(html, link)
    if (outcome.kind === 'failed') throw postsUnavailable(feedRetrySeconds)
    return outcome.kind === 'done' ? outcome.answer : null
  }
}

function createSnapshotOf(ghost: GhostConfig, { config, keyFor, snapshots, log, now }: SourceOptions): Snapshot | null {
  const { copies, ttlMs, staleMs } = config.posts
  const lifeMs = ttlMs + staleMs
  if (lifeMs === 0 || (snapshots === null && copies.maxBytes === 0)) return null
  const origin = JSON.stringify([config.siteUrl, ghost.url, ghost.version, ghost.key])
  return createSnapshot({
    place: snapshots ?? createSnapshotFolder(resolve(projectRoot, copies.directory), lifeMs, now),
    identity: keyFor(`copies of ${origin}`).toString('hex', 0, 16),
    key: keyFor('copies of posts'),
    maxBytes: snapshots === null ? copies.maxBytes : Infinity,
    lifeMs,
    log,
  })
}
