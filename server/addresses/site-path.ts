import { isLanguage, type Language, localise, localiseFrom, prefixOf, withoutPrefix } from '../../shared/language.ts'
import { pageNumberIn } from '../../shared/post-list.ts'
import {
  type Address,
  addressOf,
  articlePath,
  authorPath,
  knownQuery,
  pathOf,
  pathTo,
  rssPath,
  tagPath,
} from '../../shared/site-map.ts'

const feeds = [rssPath, '/feed.json']
const list = () => pathOf('blog')

/**
 * Ghost's routes, each with its path on this site; the first match applies. An article's route may begin with a date. Other
 * permalinks are only known from the lists. A preview leads to the list, since only its author may see it.
 */
const ghostRoutes: readonly [pattern: RegExp, pathOfSlug: (slug: string) => string][] = [
  [/^(?:\/(?:tag|author)\/[a-z0-9_-]+)?\/(?:rss|feed)\/?$/, () => rssPath],
  [/^(?:\/page\/\d+)?\/?$/, list],
  [/^\/(?:p|email)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/[a-z]+)?\/?$/, list],
  [/^\/tag\/([a-z0-9_-]+)(?:\/page\/\d+)?\/?$/, (slug) => (isLanguage(slug) ? pathOf('blog') : tagPath(slug))],
  [/^\/author\/([a-z0-9_-]+)(?:\/page\/\d+)?\/?$/, authorPath],
  [/^(?:\/\d{4}(?:\/\d\d){1,2})?\/([a-z0-9_-]+)(?:\/(?:amp|edit))?\/?$/, articlePath],
]

/**
 * This site's path for a path below Ghost's root: of a page, a feed, a topic, an author or a post; null for any other shape. Pages
 * of this site occur because Ghost's editor turns any path into a URL of Ghost: `/contact` → `https://ghost/contact`.
 *
 * @param language of the post that has the link
 */
export function sitePath(path: string, language: Language): string | null {
  const { pathname, searchParams, hash } = new URL(`https://ghost${path}`)
  const plain = withoutPrefix(pathname)
  const pathLanguage = prefixOf(pathname) ?? language
  const page = addressOf(pathname.replace(/(?<=.)\/$/, ''))
  // Ghost's own root is the list of its posts.
  if (page !== null && pathname !== '/') {
    return localiseFrom(pathTo(page), pathLanguage, language) + queryOf(page, searchParams) + hash
  }
  if (feeds.includes(plain)) return localiseFrom(plain, pathLanguage, language)
  if (/^\/sitemap(?:-[a-z0-9-]+)?\.xml$/.test(pathname)) return '/sitemap.xml'
  for (const [pattern, pathOfSlug] of ghostRoutes) {
    // Ghost accepts upper-case letters too.
    const match = pattern.exec(pathname.toLowerCase())
    if (match !== null) return localise(pathOfSlug(match[1] ?? ''), language) + hash
  }
  return null
}

/**
 * Marks a link to the list whose article is only known from the lists. The path at the CMS and the fragment follow.
 * `link-resolver.ts` replaces the link before a reader sees it.
 */
export const permalinkMark = '?permalink='

/** One spelling for all paths of a post: Ghost accepts upper case, a slash at the end or none, and `/amp/`. */
export function permalinkPath(path: string): string {
  const { pathname } = new URL(`https://ghost${path}`)
  return pathname
    .replace(/(?<!\/)\/+$/, '')
    .toLowerCase()
    .replace(/(?<=[^/])\/amp$/, '')
}

/** The parameters that a page understands, with `?`. */
function queryOf(page: Address, given: URLSearchParams): string {
  const known = knownQuery(page, given)
  const number = pageNumberIn(given)
  if (page.page === 'blog' && number > 1) known.set('page', String(number))
  return known.toString() && `?${known}`
}

/** Routes of the CMS's scripts: Portal, sharing and search by a path after `#`, comments by their id. */
const route = /#(?:\/|ghost-comments(?:-|$))/i

/** Routes that this site has too: Portal's start, its sign-up and its offers become the newsletter. */
const signUp = /#\/portal(?:\/(?:(?:signup|offers)(?:[/?].*)?)?)?$/i

/** Whether an address is a route of the CMS's scripts, on whatever page. */
export function isScriptRoute(address: string): boolean {
  return route.test(address)
}

/** This site's path for a script's route: the newsletter's form; null for accounts and other routes that this site lacks. */
export function scriptRoutePath(address: string, language: Language): string | null {
  return signUp.test(address) ? `${localise(pathOf('blog'), language)}#newsletter` : null
}
