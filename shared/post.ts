import { isLanguage, type Language } from './language.ts'

export type Tag = { id: string; slug: string; name: string }

/** Field names are Ghost's. Fields are plain text; all but the name are null if empty. */
export type Author = {
  name: string
  slug: string | null
  /** An address on this site. */
  profile_image: string | null
  bio: string | null
  location: string | null
  /** An absolute address. */
  website: string | null
}

/** A post in a list. Field names are Ghost's. */
export type PostSummary = {
  id: string
  slug: string
  title: string
  /** Plain text. */
  excerpt: string
  /** An address on this site, or null. */
  feature_image: string | null
  feature_image_alt: string | null
  /** ISO 8601 with offset. */
  published_at: string
  updated_at: string | null
  /** Whole minutes; 0 for a very short text. */
  reading_time: number
  authors: Author[]
  tags: Tag[]
  primary_tag: Tag | null
  /** The readers to whom Ghost shows the whole post. */
  visibility: Visibility
  /** Whether the whole post may be read here; if not, `html` is its public part. */
  access: boolean
  /** Whether the blog's owner has marked it as featured. */
  featured: boolean
}

/** `restricted`: paying members, or some of them. */
export type Visibility = 'public' | 'members' | 'restricted'

/** An author's texts for search engines and other sites; null if empty. Plain text. */
export type PostMetadata = {
  /** The absolute address of the original, on another site or this one. */
  canonical_url: string | null
  meta_title: string | null
  meta_description: string | null
  og_title: string | null
  og_description: string | null
  /** Like `feature_image`. */
  og_image: string | null
  twitter_title: string | null
  twitter_description: string | null
  twitter_image: string | null
}

/** In pixels, of the upright picture. */
export type PictureSize = { width: number; height: number }

/** A post on its own page. `html` and the inline HTML of the caption are sanitised. */
export type Post = PostSummary &
  PostMetadata & {
    html: string
    /** The author's summary, shown below the title; null if the text begins with it. Plain text. */
    standfirst: string | null
    feature_image_caption: string | null
    /** The size of its picture for link previews, if known. */
    preview_size?: PictureSize
    /** The path of its address in the CMS, in lower case, without a trailing slash; null if it has no address. */
    permalink: string | null
    /** Set if the author excludes it from search engines. It is then in no sitemap and no feed. */
    noindex?: true
  }

/** The outcomes of reading a list; `pending`: the list is late, and the browser requests it again. */
export type ListOutcome =
  { kind: 'listed'; posts: PostSummary[] } | { kind: 'unavailable'; retryAfterSeconds: number } | { kind: 'pending' }

/** The fields of a post that a link needs. */
export type PostLink = Pick<Post, 'slug' | 'title'>

/** A post in a list of links. */
export type DatedPostLink = Pick<Post, 'slug' | 'title' | 'published_at'>

/** The same article in the other language. */
export type Pair = PostLink & {
  /** Whether search engines may list its page. Only such pages are `hreflang` alternates. */
  isOriginal: boolean
}

/** Posts that an article links to, if their lists are known. */
export type Neighbours = {
  /** The posts before and after it in the list. */
  newer: PostLink | null
  older: PostLink | null
  /** Posts of the same topics, newest first. */
  related: DatedPostLink[]
  pair: Pair | null
}

export type FindOutcome =
  | { kind: 'found'; post: Post; neighbours: Neighbours }
  | { kind: 'missing' }
  | { kind: 'unavailable'; retryAfterSeconds: number }

/** Ghost's states of a post: unpublished, scheduled, public, or sent by mail only. */
export const postStates = ['draft', 'scheduled', 'published', 'sent'] as const

export type PostState = (typeof postStates)[number]

/** The outcomes of asking for a post before it is published. */
export type PreviewOutcome =
  | { kind: 'found'; post: Post; neighbours: Neighbours; state: PostState }
  | { kind: 'missing' }
  | { kind: 'unavailable'; retryAfterSeconds: number }

/** Neither a language nor internal. In Ghost, the name of an internal tag begins with `#`. */
function isTopical(tag: Tag): boolean {
  return tag.slug !== 'fr' && tag.slug !== 'en' && !tag.name.startsWith('#')
}

/** The language that a post is tagged with; null without such a tag: then no list shows it. */
export function languageOfPost({ tags }: { tags: readonly Pick<Tag, 'slug'>[] }): Language | null {
  return tags.map(({ slug }) => slug).find(isLanguage) ?? null
}

/** The tags that readers see: no languages and no internal tags. */
export function topicalTags(post: Pick<PostSummary, 'tags'>): Tag[] {
  return post.tags.filter(isTopical)
}

/** The label of a card: the primary tag, or the first topical tag if that is a language or internal tag. */
export function labelOf(post: Pick<PostSummary, 'tags' | 'primary_tag'>): Tag | null {
  if (post.primary_tag && isTopical(post.primary_tag)) return post.primary_tag
  return topicalTags(post)[0] ?? null
}

/** Whether search engines may list a post: it is not a copy, and its author has not excluded it. */
export function isIndexed({ canonical_url, noindex }: Pick<Post, 'canonical_url' | 'noindex'>): boolean {
  return canonical_url === null && noindex === undefined
}

/** The translation for `hreflang`, if search engines may list both posts. */
export function indexedPair(post: Pick<Post, 'canonical_url' | 'noindex'>, { pair }: Neighbours): Pair | null {
  return isIndexed(post) && pair?.isOriginal === true ? pair : null
}

/** The readers for whom the post is reserved; null if it is public. */
export function reservedFor({ access, visibility }: PostSummary): 'members' | 'restricted' | null {
  if (access) return null
  return visibility === 'members' ? 'members' : 'restricted'
}

/** A post with only the fields of a list, since lists are sent to every reader. */
export function summaryOf(post: PostSummary): PostSummary {
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    feature_image: post.feature_image,
    feature_image_alt: post.feature_image_alt,
    published_at: post.published_at,
    updated_at: post.updated_at,
    reading_time: post.reading_time,
    authors: post.authors,
    tags: post.tags,
    primary_tag: post.primary_tag,
    visibility: post.visibility,
    access: post.access,
    featured: post.featured,
  }
}

/** The length that search engines and other sites show, in characters. Ghost's excerpt has 500. */
const maxDescription = 200

/** A post's description for programs: the author's own, otherwise the beginning of the excerpt. */
export function descriptionOf(post: Pick<Post, 'title' | 'excerpt' | 'meta_description'>): string {
  return post.meta_description || shortExcerpt(post) || post.title
}

export function shortExcerpt({ excerpt }: Pick<Post, 'excerpt'>): string {
  return shortened(excerpt, maxDescription)
}

/** The beginning of a text, up to the end of a word. `maxLength` includes the ellipsis. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const beginning = /^.+(?=\s)/s.exec(text.slice(0, maxLength))?.[0] ?? text.slice(0, maxLength - 1)
  // Removes punctuation that leads to the omitted words, and half a surrogate pair.
  return `${beginning.replace(/[\s,;:.…•«“(–—\ud800-\udbff-]+$/, '')}…`
}
