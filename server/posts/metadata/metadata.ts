/**
 * What a post says about itself beside its text: the URL of its original, who may read it, and its pair in the other language. This
 * folder depends on neither HTML nor sources.
 */

import { type Language, localise, prefixOf } from '../../../shared/language.ts'
import type { Visibility } from '../../../shared/post.ts'
import { addressOf, articlePath, pathTo } from '../../../shared/site-map.ts'

export { type Pairable, pairOf, pairTag } from './pairs.ts'

export type CanonicalContext = {
  language: Language
  slug: string
  /** The public origin. */
  siteUrl: string
  /** The address that a link has on this site; null if it may not be shown. */
  link: (address: string, language: Language) => string | null
}

/**
 * The URL of the original, if that is another page. The author's URL wins (TryGhost/Ghost#10593). A URL of the CMS means this site's
 * page.
 *
 * @returns null if the article itself is the original
 */
export function canonicalOf(
  address: string | null | undefined,
  { language, slug, siteUrl, link }: CanonicalContext,
): string | null {
  const own = link(address?.trim() ?? '', language) ?? ''
  const absolute = URL.canParse(own, siteUrl) ? new URL(own, siteUrl) : null
  if (own === '' || absolute === null || !/^https?:$/.test(absolute.protocol)) return null
  if (absolute.origin !== new URL(siteUrl).origin) return absolute.href
  const page = addressOf(absolute.pathname.replace(/(?<=.)\/$/, ''))
  // Ghost's root leads to the blog list. Neither a list nor a missing page is the original of an article.
  if (page === null || page.page === 'home' || page.page === 'blog') return null
  const canonical = siteUrl + localise(pathTo(page), prefixOf(absolute.pathname) ?? language)
  return canonical === siteUrl + localise(articlePath(slug), language) ? null : canonical
}

/** Ghost's `paid` and `tiers`, and values that are unknown, ask for more than a subscription. */
export function parseVisibility(value: string | null | undefined): Visibility {
  if (value === null || value === undefined || value === 'public') return 'public'
  return value === 'members' ? 'members' : 'restricted'
}

/** The text before Ghost's mark for the end of the public part; empty without the mark. */
export function publicPartOf(body: string): string {
  const end = body.indexOf('<!--members-only-->')
  return end === -1 ? '' : body.slice(0, end)
}
