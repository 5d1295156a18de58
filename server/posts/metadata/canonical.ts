import { type Language, localise, prefixOf } from '../../../shared/language.ts'
import { addressOf, articlePath, pathTo } from '../../../shared/site-map.ts'

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
