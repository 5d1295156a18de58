import type { i18n } from 'i18next'
import {
  defaultLanguage,
  type Language,
  localise,
  otherLanguage,
  prefixOf,
  withoutPrefix,
} from '../../shared/language.ts'
import { addressOf, decoded, type NearPage, pathTo } from '../../shared/site-map.ts'
import { withinTime } from '../http/deadline.ts'
import { createLinkIndex, type Posts } from '../posts/posts.ts'
import { resolveGhostPath } from './from-ghost.ts'

/**
 * The page that an unknown path probably means: without its stray end, in lower case, or as Ghost's path of a post. Only existing
 * pages are found, so the response does not repeat the request. `redirectTo` is the page's path if only the end was wrong.
 *
 * @param waitMs timeout for the list of posts, if an article's path has a stray end
 */
export async function findNearMiss(path: string, language: Language, texts: i18n, posts: Posts, waitMs: number) {
  const asked = decoded(path) ?? path
  const named = addressOf(asked)
  // `/blog/*`: a slug always contains letters or digits.
  if (named !== null && 'slug' in named && !/[\p{L}\p{N}]/u.test(named.slug)) return null
  const kept = withoutStrayEnd(asked)
  const lower = kept.toLowerCase()
  const readerLanguage = prefixOf(lower) ?? language
  const mayBeArticle = kept !== asked && /\/blog\/[\w-]+$/.test(kept)
  if (mayBeArticle && posts.peekList(readerLanguage) === null) await withinTime(posts.list(readerLanguage), waitMs)
  const [fr = null, en = null] = [posts.peekList('fr')?.value, posts.peekList('en')?.value]
  const index = createLinkIndex({ fr, en })

  function pageAt(candidate: string): NearPage | null {
    const address = addressOf(candidate)
    if (address === null) return null
    const own = prefixOf(candidate) ?? readerLanguage
    const plain = pathTo(address)
    if (!('slug' in address)) return { path: plain, language: own, title: texts.getFixedT(own)(`nav.${address.page}`) }
    const found = [own, otherLanguage(own)].find((candidate) => index.titleAt(plain, candidate) !== undefined)
    return found === undefined ? null : { path: plain, language: found, title: index.titleAt(plain, found) ?? '' }
  }

  const exact = pageAt(kept)
  const isHere = exact?.language === readerLanguage
  if (isHere && kept === asked) return null
  const page = exact ?? pageAt(lower) ?? pageAt(resolveGhostPath(withoutPrefix(lower), readerLanguage, index) ?? '')
  return page && { page, redirectTo: isHere ? localise(page.path, prefixOf(kept) ?? defaultLanguage) : null }
}

/** Characters that no path of this site ends with: punctuation, brackets, quotes, symbols, white space and invisible ones. */
const stray = String.raw`[^\p{L}\p{M}\p{N}_\-]`
/** The look-behind prevents quadratic time for a long run of such characters. */
const strayEnd = new RegExp(`(?<!${stray})${stray}+$`, 'v')

/** Removes a stray end, and a query that was encoded or lost its question mark. Keeps segments of dots, such as `/..`. */
function withoutStrayEnd(path: string): string {
  const plain = path.replace(/[?&#].*$/s, '')
  if (plain === '/') return plain
  if (/\/\.+$/.test(plain)) return path
  // A path of only such characters is kept.
  return plain.replace(strayEnd, '') || path
}
