import sanitizeHtml from 'sanitize-html'
import type { Language } from '../../../shared/language.ts'
import type { Post, PostMetadata } from '../../../shared/post.ts'
import { linkSchemes } from './links.ts'
import { inOneLine, plainText } from './plain-text.ts'
import { inLines } from './readable-text.ts'
import { parseTree } from './tree.ts'
import type { Sanitise } from './sanitise.ts'

export type MetadataContext = {
  language: Language
  sanitise: Sanitise
  /** A picture's address on this site; null if it has none. */
  picture: (address: string) => string | null
}

/** Descriptions as their author wrote them. */
type RawMetadata = Partial<Record<keyof PostMetadata | 'feature_image_alt' | 'feature_image_caption', string | null>>

type Described = Omit<PostMetadata, 'canonical_url'> & Pick<Post, 'feature_image_alt' | 'feature_image_caption'>

/** Parses all fields but the canonical URL, which depends on the site's. Empty fields count as absent, as in Ghost's themes. */
export function parseMetadata(raw: RawMetadata, context: MetadataContext): Described {
  const { picture } = context
  const words = (value: string | null | undefined) => plainText(value ?? '') || null
  const image = (value: string | null | undefined) => (value ? picture(value) : null)
  return {
    feature_image_alt: words(raw.feature_image_alt),
    feature_image_caption: captionOf(raw.feature_image_caption ?? '', context),
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

/** Whether an author's code for a post's `<head>` excludes it from search engines. Ghost has no other field for that. */
export function isNoindex(head: string): boolean {
  if (!/robots/i.test(head)) return false
  const contents = parseTree(head)('meta[name="robots" i]').map((_, { attribs }) => attribs.content ?? '')
  return contents.get().some((content) => /(?:^|[\s,])(?:noindex|none)(?:$|[\s,])/i.test(content))
}

/** An author's excerpt, shown below the title; null if the text, or its replacement, begins with the same words. */
export function standfirstOf(excerpt: string, html: string): string | null {
  if (excerpt === '' || html === '') return null
  // Far more than the 300 characters of an excerpt in Ghost. A long text is not parsed a second time.
  const beginning = inOneLine(parseTree(html.slice(0, 4000)).root().text())
  return beginning.startsWith(excerpt) ? null : excerpt
}

/** A caption is parsed in addition to the text, whose limits leave no time for a second text. */
const maxCaptionCharacters = 5000

/** A caption is one line of text and links; everything else is removed. Throws if it is too long. */
function captionOf(html: string, { sanitise, language }: MetadataContext): string | null {
  if (html.length > maxCaptionCharacters)
    throw new Error(`the picture's caption is longer than ${maxCaptionCharacters} characters`)
  const caption = sanitizeHtml(inLines(sanitise(html, language)), {
    allowedTags: 'a abbr b br cite code del em i ins mark q rp rt ruby s small strong sub sup u'.split(' '),
    allowedAttributes: { a: ['href', 'rel'], abbr: ['title'] },
    allowedSchemes: linkSchemes,
  }).trim()
  return caption === '' ? null : caption
}
