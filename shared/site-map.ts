import { contactOutcomes, type ContactSubject, contactSubjects, formOutcomes } from './form-query.ts'
import { type Language, prefixOf, withoutPrefix } from './language.ts'

/**
 * The table of pages. Routes, sitemap, share images and tests read it; `menu` and `footer` below link to pages.
 * A page's module is `client/pages/<page>.tsx`, its texts are `locales/<language>/<page>.json`, its label is `nav.<page>`.
 * `query` lists the parameters that a page understands, and their values (an empty list: the page has its own parser). Other
 * parameters and values are ignored and are not part of cache keys.
 * `posts` is the source of a page's posts: the list, a topic, an author, a single post, or none. The latest posts are shown only if
 * they are in memory.
 */
export const pages = {
  home: { path: '/', query: {}, posts: 'latest', languages: ['fr', 'en'] },
  ai: { path: '/ai', query: {}, posts: 'none', languages: ['fr', 'en'] },
  archiving: { path: '/archiving', query: {}, posts: 'none', languages: ['fr', 'en'] },
  architecture: { path: '/security/architecture', query: {}, posts: 'none', languages: ['fr', 'en'] },
  vulnerability: { path: '/security/vulnerability', query: {}, posts: 'none', languages: ['fr', 'en'] },
  blog: { path: '/blog', query: { newsletter: formOutcomes, page: [], q: [] }, posts: 'list', languages: ['fr', 'en'] },
  article: { path: '/blog/:slug', query: {}, posts: 'one', languages: ['fr', 'en'] },
  tag: { path: '/blog/tag/:slug', query: {}, posts: 'topic', languages: ['fr', 'en'] },
  author: { path: '/blog/author/:slug', query: {}, posts: 'author', languages: ['fr', 'en'] },
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
  posts: 'none' | 'latest' | 'list' | 'topic' | 'author' | 'one'
  languages: readonly Language[]
}

export type PageId = keyof typeof pages

export const pageIds = Object.keys(pages) as PageId[] // Object.keys forgets the type of the keys; the table has no others

/** A page whose address names a post, a topic or an author. */
type SluggedPageId = 'article' | 'tag' | 'author'

/** A page whose path contains no slug. */
export type PlainPageId = Exclude<PageId, SluggedPageId>

export function isPlainPage(page: PageId): page is PlainPageId {
  return page !== 'article' && page !== 'tag' && page !== 'author'
}

export const plainPageIds = pageIds.filter(isPlainPage)

/** The namespace of a page's texts, `locales/<language>/<namespace>.json`. The blog's pages share one. */
export function namespaceOf(page: PageId): string {
  return isPlainPage(page) ? page : 'blog'
}

/**
 * Removed pages, by their paths without prefix. Each redirects to the page that replaces it, in either language and with its query.
 * A row stays as long as links lead to it.
 */
const removedPages: readonly RemovedPage[] = []

type RemovedPage = { from: string; to: PlainPageId }

/** The path that replaces a removed page's path, with the same prefix; null for any other path. */
export function replacementOf(pathname: string, removed = removedPages): string | null {
  const row = removed.find(({ from }) => from === withoutPrefix(pathname))
  if (row === undefined) return null
  const prefix = prefixOf(pathname)
  return prefix === null ? pathOf(row.to) : `/${prefix}${row.to === 'home' ? '' : pathOf(row.to)}`
}

/** The pages of the services, in the order of every list of them. */
export const services = ['ai', 'archiving', 'architecture', 'vulnerability'] as const satisfies PlainPageId[]

export type Service = (typeof services)[number]

/** The navigation, in order. It may have no group, one or several. A group's label is `nav.<name>`, like a page's. */
export const menu = [
  'ai',
  'archiving',
  { name: 'cybersecurity', pages: ['architecture', 'vulnerability'] },
  'blog',
  'about',
  'contact',
] as const satisfies (PlainPageId | PageGroup)[]

/** The columns of the footer; the label of each is `footer.<name>`. The terms stand below them. */
export const footer = [
  { name: 'services', pages: services },
  { name: 'company', pages: ['home', 'about', 'blog', 'contact'] },
] as const satisfies PageGroup[]

type PageGroup = { name: string; pages: readonly PlainPageId[] }

/** The path of the feed. With a language's prefix, it is the feed of that language. */
export const rssPath = '/rss.xml'

/** The path of the OpenSearch description, by which browsers search the blog. A prefix chooses its language. */
export const openSearchPath = '/opensearch.xml'

/** The address of a page without parameters. */
export function pathOf(page: PlainPageId): string {
  return pages[page].path
}

/** The contact page, with a subject chosen in its form. */
export function contactPath(subject?: ContactSubject): string {
  return subject === undefined ? pathOf('contact') : `${pathOf('contact')}?subject=${subject}`
}

/** Without a language's prefix, like all paths here. */
export function articlePath(slug: string): string {
  return `/blog/${segment(slug)}`
}

/** The preview of an unpublished post. It is not in the table of pages, since only authors should find it. */
export function previewPath(uuid: string): string {
  return `/preview/${uuid}`
}

/** The list of a topic's articles. */
export function tagPath(slug: string): string {
  return `/blog/tag/${segment(slug)}`
}

/** The list of an author's articles. */
export function authorPath(slug: string): string {
  return `/blog/author/${segment(slug)}`
}

/** Encodes a slug, which may be any text, even markup, as one segment of a path. `encodeURIComponent` throws on lone surrogates. */
function segment(slug: string): string {
  return encodeURIComponent(slug.replace(/\p{Surrogate}/gu, ''))
}

/** A page of the blog list; `number` counts from 1. */
export function listPath(number: number): string {
  return number === 1 ? pathOf('blog') : `${pathOf('blog')}?page=${number}`
}

/** The page's share image, 1200 × 630. */
export function shareImagePath(page: PlainPageId, language: Language): string {
  return `/share/${language}-${page}.png`
}

/** The share image of a post that has no picture of its own, 1200 × 630. */
export function postShareImagePath(slug: string, language: Language): string {
  return `/share/${language}/${segment(slug)}.png`
}

/** What a path names: a page, and the slug if the page has one. */
export type Address = { page: PlainPageId } | { page: SluggedPageId; slug: string }

/** The page that an unknown path probably means, with its title. The path has no prefix. */
export type NearPage = { path: string; language: Language; title: string }

const plainPages = new Map<string, PlainPageId>(plainPageIds.map((page) => [pages[page].path, page]))

/** The page of a path, with or without language prefix; null if unknown. Paths are case-sensitive and have no trailing slash. */
export function addressOf(pathname: string): Address | null {
  const path = withoutPrefix(pathname)
  const plain = plainPages.get(path)
  if (plain) return { page: plain }
  const [, folder, slug] = /^\/blog\/(?:(tag|author)\/)?([^/]+)$/.exec(path) ?? []
  const name = slug === undefined ? null : decoded(slug)
  return name === null ? null : { page: folder === 'tag' || folder === 'author' ? folder : 'article', slug: name }
}

/** A text with every `%` decoded (RFC 3986 §2.1); null if one is not valid UTF-8. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The API's parameters, by route. */
export const apiParameters: Readonly<Record<string, readonly string[]>> = {
  '/api/posts': ['lang', 'page'],
  '/api/posts/:slug': ['lang'],
  '/api/search': ['lang', 'q'],
}

/** The names of a path's parameters. nginx's cache key has the same ones (deploy/nginx/nordet.conf.template). */
export function parametersOf(pathname: string): readonly string[] {
  const address = addressOf(pathname)
  if (address !== null) return Object.keys(pages[address.page].query)
  return apiParameters[pathname.replace(/^(\/api\/posts\/).*/, '$1:slug')] ?? []
}

/** Keeps the parameters whose name and value the table of pages lists, in the table's order. */
export function knownQuery(address: Address | null, given: URLSearchParams): URLSearchParams {
  if (address === null) return new URLSearchParams()
  const query: PageRow['query'] = pages[address.page].query
  const kept = Object.entries(query).flatMap(([name, values]) => {
    const value = given.get(name)
    return value !== null && values.includes(value) ? [[name, value]] : []
  })
  return new URLSearchParams(kept)
}

const slugPaths = { article: articlePath, tag: tagPath, author: authorPath }

/** The path of an address, without language prefix. */
export function pathTo(address: Address): string {
  if (!('slug' in address)) return pathOf(address.page)
  return slugPaths[address.page](address.slug)
}

/** Whether a value is a path of this site, safe for a redirect: no other host, no control characters. */
export function isSitePath(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000) return false
  // `//host` and `/\host` lead to another host, also after browsers have removed control characters.
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)
}
