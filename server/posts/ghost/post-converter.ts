import type { Language } from '../../../shared/language.ts'
import type { Post, Tag } from '../../../shared/post.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import { canonicalOf, parseVisibility } from '../metadata/metadata.ts'
import type { GhostPost } from '../../ghost/ghost.ts'
import { toAuthor } from './author.ts'
import { createSanitiser, inOneLine, plainText, type PostLabels, type Sanitiser } from '../html/html.ts'
import type { GhostRewriter } from './rewriter.ts'

/** `refused`: the post is beyond the limits. `reason` is for the log, as is what is `leftOut` of a post that is shown. */
export type ConversionResult = { kind: 'converted'; post: Post; leftOut?: string } | { kind: 'refused'; reason: string }

/** Converts a post of Ghost. Throws if its HTML is beyond the parse limits. */
type Convert = (post: GhostPost, language: Language) => Post

export type ConversionOptions = {
  rewrite: GhostRewriter
  siteUrl: string
  labelsIn: (language: Language) => PostLabels
}

export async function convertPost(
  { rewrite, siteUrl, labelsIn }: ConversionOptions,
  post: GhostPost,
  language: Language,
): Promise<ConversionResult> {
  const own = rewrite(post.url ?? undefined)
  const sanitiser = await createSanitiser({ rewrite: own, labelsIn })
  return tryConversion(sanitiser, createConverter(sanitiser, own, siteUrl), post, language)
}

export function tryConversion(
  { longPicturesReason, withoutLongPictures }: Pick<Sanitiser, 'longPicturesReason' | 'withoutLongPictures'>,
  make: Convert,
  post: GhostPost,
  language: Language,
): ConversionResult {
  try {
    const html = post.html ?? ''
    const leftOut = withoutLongPictures(html) === html ? {} : { leftOut: longPicturesReason }
    return { kind: 'converted', post: make(post, language), ...leftOut }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}

function createConverter(sanitiser: Sanitiser, rewrite: AddressRewriter, siteUrl: string): Convert {
  const { isNoindex, parseMetadata, sanitise, standfirstOf, typeset, withoutLeftovers } = sanitiser
  const { link, picture } = rewrite
  return (post, language) => {
    const toTag = ({ id, slug, name }: Tag): Tag => ({ id, slug, name: plainText(name) })
    const named = post.tags.find(({ name }) => name === post.primary_tag?.name)
    const primary = post.primary_tag?.slug === '' ? (named ?? post.primary_tag) : post.primary_tag
    const words = (text: string) => typeset(plainText(text), language)
    const html = sanitise(post.html ?? '', language)
    return {
      id: post.id,
      slug: post.slug,
      title: words(post.title),
      excerpt: inOneLine(words(post.custom_excerpt || withoutLeftovers(post.excerpt ?? ''))),
      html,
      standfirst: standfirstOf(inOneLine(words(post.custom_excerpt ?? '')), html),
      feature_image: post.feature_image ? rewrite.picture(post.feature_image) : null,
      published_at: post.published_at,
      updated_at: post.updated_at ?? null,
      reading_time: post.reading_time ?? 0,
      authors: post.authors.map((author) => toAuthor(author, rewrite.picture)),
      tags: post.tags.map(toTag),
      primary_tag: primary ? toTag(primary) : null,
      visibility: parseVisibility(post.visibility),
      // A Ghost that says nothing of access has sent what all may read.
      access: post.access ?? true,
      featured: post.featured ?? false,
      permalink: post.url ? rewrite.permalink(post.url) : null,
      ...parseMetadata(post, { language, sanitise, picture }),
      canonical_url: canonicalOf(post.canonical_url, { language, slug: post.slug, siteUrl, link }),
      ...(isNoindex(post.codeinjection_head ?? '') && { noindex: true }),
    }
  }
}
