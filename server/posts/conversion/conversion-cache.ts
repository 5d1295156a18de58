import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { PostLabels } from '../html/html.ts'
import type { CmsPost } from './cms-post.ts'
import type { ConversionResult } from './post-converter.ts'

/** Converts a post. Rejects only because of a defect. */
export type ConvertPost = (post: CmsPost, language: Language) => Promise<Post>

/**
 * Limit of the HTML that is remembered, in characters. The lists hold the same posts, so these take no further memory. A limit below
 * the length of a list would remember nothing, since each post would evict the one that is read next.
 */
const maxCharacters = 200_000_000

/** Excerpts have 500 characters in Ghost. This many are within the parse limits, whatever they hold. */
const maxExcerptCharacters = 2000

/**
 * Converts each post once: a list is read again every minute, and its posts hardly ever change. A post beyond the limits shows its
 * excerpt until it changes.
 *
 * @param onRefused called for each post whose text, or a picture in it, is not shown
 * @see docs/decisions/059-posts-in-the-site-within-limits.md
 */
export function createConversionCache(
  convert: (post: CmsPost, language: Language) => Promise<ConversionResult>,
  labelsIn: (language: Language) => Pick<PostLabels, 'notShown'>,
  onRefused: (refused: { slug: string; reason: string }) => void,
): ConvertPost {
  const known = new LRUCache<string, Post>({
    maxSize: maxCharacters,
    sizeCalculation: ({ html }) => html.length + 1000,
  })
  const converting = createSingleFlight<Post>()

  return async (post, language) => {
    const content = JSON.stringify([language, post])
    const key = createHash('sha256').update(content).digest('base64')
    return known.get(key) ?? converting.run(key, () => convertOnce(key, post, language))
  }

  async function convertOnce(key: string, post: CmsPost, language: Language): Promise<Post> {
    const whole = await convert(post, language)
    const reason = whole.kind === 'converted' ? whole.leftOut : whole.reason
    if (reason !== undefined) onRefused({ slug: post.slug, reason })
    const shown =
      whole.kind === 'converted' ? whole : await convert(withoutText(post, labelsIn(language).notShown), language)
    if (shown.kind === 'refused') throw new Error(`the post ${post.slug} cannot be made: ${shown.reason}`)
    known.set(key, shown.post)
    return shown.post
  }
}

/** The post with its excerpt, and a sentence that the rest is not shown, as its text. */
function withoutText(post: CmsPost, notShown: string): CmsPost {
  const excerpt = (post.custom_excerpt || post.excerpt || '').slice(0, maxExcerptCharacters)
  const lines = [excerpt, notShown]
  const html = lines.map((line) => (line === '' ? '' : `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`))
  // The head may be what exceeds the limits. A post that search engines must not index stays so.
  const noindex = /robots/i.test(post.head ?? '') && /noindex|none/i.test(post.head ?? '')
  const head = noindex ? '<meta name="robots" content="noindex">' : null
  return { ...post, html: html.join(''), feature_image_caption: null, head }
}
