import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { PostLabels } from '../html/html.ts'
import type { GhostPost } from '../../ghost/ghost.ts'
import type { ConversionResult } from './post-converter.ts'

export type ConvertPost = (post: GhostPost, language: Language) => Promise<ConversionResult>

/** The site's post of one of Ghost's. Rejects only because of a defect. */
export type ReadPost = (post: GhostPost, language: Language) => Promise<Post>

/**
 * Characters of HTML that are remembered. Posts in the store take no room twice; a bound below the length of a list would remember
 * nothing, since each post would push out the one that is read next.
 */
const maxCharacters = 200_000_000

/** Far more than the 500 characters of Ghost's own excerpts, and short enough to be within the limits whatever they hold. */
const maxExcerptCharacters = 2000

/**
 * Makes each post once: a list is read again every minute and its posts hardly ever change. A post beyond the limits has its
 * excerpt for a text, until it changes.
 *
 * @param onRefused is called for each post of which the text, or a picture in it, is not shown
 * @see docs/decisions/059-posts-in-the-site-within-limits.md
 */
export function createPostReader(
  make: ConvertPost,
  labelsIn: (language: Language) => Pick<PostLabels, 'notShown'>,
  onRefused: (refused: { slug: string; reason: string }) => void,
): ReadPost {
  const known = new LRUCache<string, Post>({
    maxSize: maxCharacters,
    sizeCalculation: ({ html }) => html.length + 1000,
  })
  const making = createSingleFlight<Post>()

  return async (post, language) => {
    const content = JSON.stringify([language, post])
    const key = createHash('sha256').update(content).digest('base64')
    return known.get(key) ?? making.run(key, () => read(key, post, language))
  }

  async function read(key: string, post: GhostPost, language: Language): Promise<Post> {
    const made = await make(post, language)
    const reason = made.kind === 'converted' ? made.leftOut : made.reason
    if (reason !== undefined) onRefused({ slug: post.slug, reason })
    const shown =
      made.kind === 'converted' ? made : await make(withoutText(post, labelsIn(language).notShown), language)
    if (shown.kind === 'refused') throw new Error(`the post ${post.slug} cannot be made: ${shown.reason}`)
    known.set(key, shown.post)
    return shown.post
  }
}

/** A post as if its author had written its excerpt, and that the rest is not shown. */
function withoutText(post: GhostPost, notShown: string): GhostPost {
  const excerpt = (post.custom_excerpt || post.excerpt || '').slice(0, maxExcerptCharacters)
  const lines = [excerpt, notShown]
  const html = lines.map((line) => (line === '' ? '' : `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`))
  return { ...post, html: html.join(''), feature_image_caption: null }
}
