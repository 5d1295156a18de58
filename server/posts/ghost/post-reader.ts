import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { createSingleFlight } from '../cache/single-flight.ts'
import type { PostLabels } from '../html/labels.ts'
import type { Reading } from '../cache/source.ts'
import type { GhostPost } from './client.ts'
import type { Made } from './post-maker.ts'

/** Makes a post, in this process or in another. */
export type TryPost = (post: GhostPost, language: Language) => Promise<Made>

/** The site's post of one of Ghost's, or why there is none now. Never rejects. */
export type ReadPost = (post: GhostPost, language: Language) => Promise<Reading<Post>>

/**
 * Characters of HTML that are remembered. Posts in the store take no room twice; a bound below the length of a list would remember
 * nothing, since each post would push out the one that is read next.
 */
const mostCharacters = 200_000_000

/** A refused post is made again later: its bounds may have been short, or another build's. */
const refusedLifeMs = 60 * 60_000

/**
 * Makes each post once: a list is read again every minute and its posts hardly ever change. A post beyond the bounds has its
 * excerpt for a text, and is tried again after an hour.
 *
 * @param onRefused is called for each post of which the text, or a picture in it, is not shown
 * @see docs/decisions/052-posts-in-a-process.md
 */
export function createPostReader(
  make: TryPost,
  labelsIn: (language: Language) => Pick<PostLabels, 'notShown'>,
  onRefused: (refused: { slug: string; reason: string }) => void,
): ReadPost {
  const known = new LRUCache<string, Post>({
    maxSize: mostCharacters,
    sizeCalculation: ({ html }) => html.length + 1000,
  })
  const making = createSingleFlight<Reading<Post>>()

  return async (post, language) => {
    const content = JSON.stringify([language, post])
    const key = createHash('sha256').update(content).digest('base64')
    const value = known.get(key)
    return value ? { kind: 'read', value } : making.run(key, () => read(key, post, language))
  }

  async function read(key: string, post: GhostPost, language: Language): Promise<Reading<Post>> {
    const made = await make(post, language)
    const reason = made.kind === 'made' ? made.leftOut : made.kind === 'refused' ? made.reason : undefined
    if (reason !== undefined) onRefused({ slug: post.slug, reason })
    const shown = made.kind === 'refused' ? await make(withoutText(post, labelsIn(language).notShown), language) : made
    if (shown.kind !== 'made') {
      return { kind: 'failed', message: shown.reason, type: 'PostProcess', retryAfterSeconds: null, fault: 'program' }
    }
    known.set(key, shown.post, { ttl: made.kind === 'made' ? 0 : refusedLifeMs })
    return { kind: 'read', value: shown.post }
  }
}

/** A post as if its author had written its excerpt, and that the rest is not shown. */
function withoutText(post: GhostPost, notShown: string): GhostPost {
  const lines = [post.custom_excerpt || post.excerpt || '', notShown]
  const html = lines.map((line) => (line === '' ? '' : `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`))
  return { ...post, html: html.join(''), feature_image_caption: null }
}
