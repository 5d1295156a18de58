/**
 * What a post says about itself beside its text: the URL of its original, who may read it, and its pair in the other language. The room
 * knows neither HTML nor sources.
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
  /** A link as it leads on this site, or elsewhere; null if it may not be shown. */
  link: (address: string, language: Language) => string | null
}

/**
 * The address of the original, where that is another page; the author's word wins (TryGhost/Ghost#10593). An address of the
 * CMS means this site's page, and the article itself needs no mention.
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
  // Ghost's root has become the blog list; neither that nor a page that is not there is the original of an article.
  if (page === null || page.page === 'home' || page.page === 'blog') return null
  const canonical = siteUrl + localise(pathTo(page), prefixOf(absolute.pathname) ?? language)
  return canonical === siteUrl + localise(articlePath(slug), language) ? null : canonical
}

/** Ghost's `paid`, `tiers` and whatever else it may come to know are all more than a subscription. */
export function parseVisibility(value: string | null | undefined): Visibility {
  if (value === null || value === undefined || value === 'public') return 'public'
  return value === 'members' ? 'members' : 'restricted'
}

/** The text before Ghost's own mark of where the public part ends; empty if there is no such mark. */
export function publicPartOf(body: string): string {
  const end = body.indexOf('<!--members-only-->')
  return end === -1 ? '' : body.slice(0, end)
}
