import sanitizeHtml from 'sanitize-html'
import * as z from 'zod'
import { type Language, localise, prefixOf } from '../../shared/language.ts'
import type { Post, PostMetadata, Visibility } from '../../shared/post.ts'
import { addressOf, articlePath, pathTo } from '../../shared/site-map.ts'
import { inLines } from './html/tree.ts'
import { plainText } from './html/plain-text.ts'
import type { Sanitise } from './html/sanitise.ts'

const names = [
  'custom_excerpt',
  'feature_image_alt',
  'feature_image_caption',
  'canonical_url',
  'meta_title',
  'meta_description',
  'og_title',
  'og_description',
  'og_image',
  'twitter_title',
  'twitter_description',
  'twitter_image',
] as const

const fieldsOf = <T extends z.ZodType>(text: T) =>
  Object.fromEntries(names.map((name) => [name, text])) as Record<(typeof names)[number], T>

const text = z.string().nullish()

/** What authors say of a post, under Ghost's names, in the front matter of Markdown files. */
export const rawMetadata = z.object(fieldsOf(text))

/** The same in Ghost's answers, where what is no text counts as absent. */
export const lenientMetadata = fieldsOf(text.catch(null))

export type MetadataContext = {
  language: Language
  slug: string
  siteUrl: string
  sanitise: Sanitise
  /** A link as it leads on this site, or elsewhere; null where it may not be shown. */
  link: (address: string, language: Language) => string | null
  /** A picture's address on this site; null where it has none. */
  picture: (address: string) => string | null
}

type Described = PostMetadata & Pick<Post, 'feature_image_alt' | 'feature_image_caption'>

/** Empty fields count as absent, as in Ghost's own themes. */
export function parseMetadata(raw: z.infer<typeof rawMetadata>, context: MetadataContext): Described {
  const { picture } = context
  const words = (value: string | null | undefined) => plainText(value ?? '') || null
  const image = (value: string | null | undefined) => (value ? picture(value) : null)
  return {
    feature_image_alt: words(raw.feature_image_alt),
    feature_image_caption: captionOf(raw.feature_image_caption ?? '', context),
    canonical_url: canonicalOf(raw.canonical_url ?? '', context),
    meta_title: words(raw.meta_title),
    meta_description: words(raw.meta_description),
    og_title: words(raw.og_title),
    og_description: words(raw.og_description),
    og_image: image(raw.og_image),
    twitter_title: words(raw.twitter_title),
    twitter_description: words(raw.twitter_description),
    twitter_image: image(raw.twitter_image),
  }
}

/** Ghost's `paid`, `tiers` and whatever else it may come to know are all more than a subscription. */
export function parseVisibility(value: string | null | undefined): Visibility {
  if (value === null || value === undefined || value === 'public') return 'public'
  return value === 'members' ? 'members' : 'restricted'
}

/** A caption is a line of words and links; whatever else it holds is taken out of it. */
function captionOf(html: string, { sanitise, language }: MetadataContext): string | null {
  const caption = sanitizeHtml(inLines(sanitise(html, language)), {
    allowedTags: 'a abbr b br cite code del em i ins mark q rp rt ruby s small strong sub sup u'.split(' '),
    allowedAttributes: { a: ['href', 'rel'], abbr: ['title'] },
  }).trim()
  return caption === '' ? null : caption
}

/**
 * The address of the original, where that is another page; the author's word wins (TryGhost/Ghost#10593). What names the
 * CMS means the page of this site, and the article itself needs no mention.
 */
function canonicalOf(address: string, { language, slug, siteUrl, link }: MetadataContext): string | null {
  const own = link(address.trim(), language) ?? ''
  const absolute = URL.canParse(own, siteUrl) ? new URL(own, siteUrl) : null
  if (own === '' || absolute === null || !/^https?:$/.test(absolute.protocol)) return null
  if (absolute.origin !== new URL(siteUrl).origin) return absolute.href
  const page = addressOf(absolute.pathname.replace(/(?<=.)\/$/, ''))
  // Ghost's root has become the blog list; neither that nor a page that is not there is the original of an article.
  if (page === null || page.page === 'home' || page.page === 'blog') return null
  const canonical = siteUrl + localise(pathTo(page), prefixOf(absolute.pathname) ?? language)
  return canonical === siteUrl + localise(articlePath(slug), language) ? null : canonical
}
