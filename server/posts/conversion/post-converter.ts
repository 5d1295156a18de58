import type { Language } from '../../../shared/language.ts'
import type { Post, Tag } from '../../../shared/post.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import { createSanitiser, inOneLine, plainText, type PostLabels, type Sanitiser } from '../html/html.ts'
import { canonicalOf } from '../metadata/metadata.ts'
import { toAuthor } from './author.ts'
import type { CmsPost } from './cms-post.ts'

/** `refused`: the post is beyond the limits. `reason` and `leftOut` are for the log; `leftOut` is why parts of the post are missing. */
export type ConversionResult = { kind: 'converted'; post: Post; leftOut?: string } | { kind: 'refused'; reason: string }

export type ConversionOptions = {
  /** Takes the post's own URL. */
  rewriterFor: (url: string | undefined) => AddressRewriter
  /** The public origin. */
  siteUrl: string
  labelsIn: (language: Language) => PostLabels
}

export async function convertPost(
  { rewriterFor, siteUrl, labelsIn }: ConversionOptions,
  post: CmsPost,
  language: Language,
): Promise<ConversionResult> {
  const rewrite = rewriterFor(post.url ?? undefined)
  const sanitiser = await createSanitiser({ rewrite, labelsIn })
  try {
    const html = post.html ?? ''
    const leftOut = sanitiser.withoutLongPictures(html) === html ? {} : { leftOut: sanitiser.longPicturesReason }
    return { kind: 'converted', post: toPost(post, { sanitiser, rewrite, siteUrl, language }), ...leftOut }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}

type Tools = { sanitiser: Sanitiser; rewrite: AddressRewriter; siteUrl: string; language: Language }

/** Throws if the HTML is beyond the parse limits. */
function toPost(post: CmsPost, { sanitiser, rewrite, siteUrl, language }: Tools): Post {
  const { isNoindex, parseMetadata, sanitise, standfirstOf, typeset, withoutLeftovers } = sanitiser
  const { link, picture } = rewrite
  const toTag = ({ id, slug, name }: Tag): Tag => ({ id, slug, name: plainText(name) })
  const words = (text: string) => typeset(plainText(text), language)
  const html = sanitise(post.html ?? '', language)
  return {
    id: post.id,
    slug: post.slug,
    title: words(post.title),
    excerpt: inOneLine(words(post.custom_excerpt || withoutLeftovers(post.excerpt ?? ''))),
    html,
    standfirst: standfirstOf(inOneLine(words(post.custom_excerpt ?? '')), html),
    feature_image: post.feature_image ? picture(post.feature_image) : null,
    published_at: post.published_at,
    updated_at: post.updated_at ?? null,
    reading_time: post.reading_time ?? 0,
    authors: post.authors.map((author) => toAuthor(author, picture)),
    tags: post.tags.map(toTag),
    primary_tag: post.primary_tag ? toTag(post.primary_tag) : null,
    visibility: post.visibility ?? 'public',
    access: post.access ?? true,
    featured: post.featured ?? false,
    permalink: post.url ? rewrite.permalink(post.url) : null,
    ...parseMetadata(post, { language, sanitise, picture }),
    canonical_url: canonicalOf(post.canonical_url, { language, slug: post.slug, siteUrl, link }),
    ...(isNoindex(post.head ?? '') && { noindex: true }),
  }
}
