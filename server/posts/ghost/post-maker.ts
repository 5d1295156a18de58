import type { Language } from '../../../shared/language.ts'
import type { Post, Tag } from '../../../shared/post.ts'
import type { AddressRewriter } from '../addresses/cms-address.ts'
import { canonicalOf } from '../metadata/canonical.ts'
import type { GhostPost } from './client.ts'
import { parseMetadata, parseVisibility, standfirstOf } from '../metadata/metadata.ts'
import { toAuthor } from './author.ts'
import { plainText } from '../html/plain-text.ts'
import type { Sanitise } from '../html/sanitise.ts'

/** Makes a post of the site of one of Ghost's. Throws where its HTML is too much. */
export type MakePost = (post: GhostPost, language: Language) => Post

/**
 * @param rewrite turns addresses of the CMS into this site's
 * @param siteUrl the public origin
 */
export function createPostMaker(sanitise: Sanitise, rewrite: AddressRewriter, siteUrl: string): MakePost {
  const { link, picture } = rewrite
  return (post, language) => {
    const toTag = ({ id, slug, name }: Tag): Tag => ({ id, slug, name: plainText(name) })
    const named = post.tags.find(({ name }) => name === post.primary_tag?.name)
    const primary = post.primary_tag?.slug === '' ? (named ?? post.primary_tag) : post.primary_tag
    // Line breaks only: `\s` would take French no-break spaces too.
    const inOneLine = (text: string) => plainText(text).replace(/[ \t\r\n]+/g, ' ')
    const html = sanitise(post.html ?? '', language)
    return {
      id: post.id,
      slug: post.slug,
      title: plainText(post.title),
      excerpt: inOneLine(post.custom_excerpt || post.excerpt || ''),
      html,
      standfirst: standfirstOf(inOneLine(post.custom_excerpt ?? ''), html),
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
    }
  }
}
