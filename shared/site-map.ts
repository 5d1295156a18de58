import { contactOutcomes, contactSubjects } from './contact-form.ts'
import { formOutcomes } from './form-rules.ts'
import { type Language, withoutPrefix } from './language.ts'

/**
 * The one table of pages: navigation, routes, sitemap and tests all read it.
 * `query` lists the parameters that a page understands, and their values; anything else is ignored, and kept out of the
 * page cache's keys.
 * `posts` says which posts a page is made of.
 */
export const pages = {
  home: { path: '/', query: {}, posts: 'none', languages: ['fr', 'en'] },
  ai: { path: '/ai', query: {}, posts: 'none', languages: ['fr', 'en'] },
  archiving: { path: '/archiving', query: {}, posts: 'none', languages: ['fr', 'en'] },
  architecture: { path: '/security/architecture', query: {}, posts: 'none', languages: ['fr', 'en'] },
  vulnerability: { path: '/security/vulnerability', query: {}, posts: 'none', languages: ['fr', 'en'] },
  blog: { path: '/blog', query: { newsletter: formOutcomes }, posts: 'list', languages: ['fr', 'en'] },
  article: { path: '/blog/:slug', query: {}, posts: 'one', languages: ['fr', 'en'] },
  about: { path: '/about', query: {}, posts: 'none', languages: ['fr', 'en'] },
  contact: {
    path: '/contact',
    query: { subject: contactSubjects, form: contactOutcomes },
    posts: 'none',
    languages: ['fr', 'en'],
  },
  terms: { path: '/terms', query: {}, posts: 'none', languages: ['fr'] },
} as const satisfies Record<string, PageRow>

type PageRow = {
  path: string
  query: Readonly<Record<string, readonly string[]>>
  posts: 'none' | 'list' | 'one'
  languages: readonly Language[]
}

export type PageId = keyof typeof pages

export const pageIds = Object.keys(pages) as PageId[] // Object.keys forgets the key type; the table above is closed

/** The address of a page without parameters. */
export function pathOf(page: Exclude<PageId, 'article'>): string {
  return pages[page].path
}

export function articlePath(slug: string): string {
  return `/blog/${slug}`
}

/** Where an author sees a post before its readers do; a page of no table, since nobody else is to find it. */
export function previewPath(uuid: string): string {
  return `/preview/${uuid}`
}

/** The page's share image, 1200 × 630. */
export function shareImagePath(page: Exclude<PageId, 'article'>, language: Language): string {
  return `/share/${language}-${page}.png`
}

/** A page that an address names; `slug` is there for an article only. */
export type Address = { page: Exclude<PageId, 'article'> } | { page: 'article'; slug: string }

const staticPages = new Map<string, Exclude<PageId, 'article'>>(
  pageIds.flatMap((page) => (page === 'article' ? [] : [[pages[page].path, page] as const])),
)

/**
 * Which page a path names, whatever its language prefix; null where there is none.
 * Paths are case-sensitive and end without a slash.
 */
export function addressOf(pathname: string): Address | null {
  const path = withoutPrefix(pathname)
  const page = staticPages.get(path)
  if (page) return { page }
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1]
  if (slug === undefined) return null
  try {
    return { page: 'article', slug: decodeURIComponent(slug) }
  } catch {
    return null
  }
}

/** Whether a value is a path of this site that may stand in a redirect: no other host, no control characters. */
export function isSitePath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000) return false
  // `//host`, `/\host` and control characters, which browsers strip, all lead away from the site.
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)
}
