import type { i18n } from 'i18next'
import { fallback, type Language, localise, otherLanguage, prefixOf, withoutPrefix } from '../../shared/language.ts'
import { addressOf, decoded, type NearPage, pathTo } from '../../shared/site-map.ts'
import { withinTime } from '../http/deadline.ts'
import { createLinkIndex } from '../posts/links/link-index.ts'
import type { Posts } from '../posts/posts.ts'
import { resolveGhostPath } from './from-ghost.ts'

/**
 * The page that an unknown path nearly names: without its stray end, in small letters, or as Ghost's path of a post. It exists, so the
 * response repeats nothing of the request. `redirectTo` is its path if only the end was wrong.
 *
 * @param waitMs how long an article's path with a stray end waits for its list
 */
export async function findNearMiss(path: string, language: Language, texts: i18n, posts: Posts, waitMs: number) {
  const asked = decoded(path) ?? path
  const named = addressOf(asked)
  // `/blog/*`: signs alone are a slug that cannot exist.
  if (named !== null && 'slug' in named && !/[\p{L}\p{N}]/u.test(named.slug)) return null
  const kept = withoutStrayEnd(asked)
  const small = kept.toLowerCase()
  const spoken = prefixOf(small) ?? language
  const mayBeArticle = kept !== asked && /\/blog\/[\w-]+$/.test(kept)
  if (mayBeArticle && posts.peekList(spoken) === null) await withinTime(posts.list(spoken), waitMs)
  const [fr = null, en = null] = [posts.peekList('fr')?.value, posts.peekList('en')?.value]
  const index = createLinkIndex({ fr, en })

  function pageAt(candidate: string): NearPage | null {
    const address = addressOf(candidate)
    if (address === null) return null
    const own = prefixOf(candidate) ?? spoken
    const plain = pathTo(address)
    if (!('slug' in address)) return { path: plain, language: own, title: texts.getFixedT(own)(`nav.${address.page}`) }
    const found = [own, otherLanguage(own)].find((one) => index.titleAt(plain, one) !== undefined)
    return found === undefined ? null : { path: plain, language: found, title: index.titleAt(plain, found) ?? '' }
  }

  const exact = pageAt(kept)
  const isHere = exact?.language === spoken
  if (isHere && kept === asked) return null
  const page = exact ?? pageAt(small) ?? pageAt(resolveGhostPath(withoutPrefix(small), spoken, index) ?? '')
  return page && { page, redirectTo: isHere ? localise(page.path, prefixOf(kept) ?? fallback) : null }
}

/** What no path of this site ends with: punctuation, brackets, quotes, white space. */
const stray = String.raw`[[\p{P}\p{Sk}\p{Sm}\p{Z}\s\u200B]--[_\-]]`
/** The look-behind has a run of signs read once, however long it is. */
const strayEnd = new RegExp(`(?<!${stray})${stray}+$`, 'v')

/** Cuts off a stray end, and a query that was encoded or has lost its question mark. A segment of dots is a step in a path. */
function withoutStrayEnd(path: string): string {
  const plain = path.replace(/[?&#].*$/s, '')
  if (plain === '/') return plain
  if (/\/\.+$/.test(plain)) return path
  // Signs alone name no page.
  return plain.replace(strayEnd, '') || path
}
