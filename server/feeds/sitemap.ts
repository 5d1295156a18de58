import { setImmediate } from 'node:timers/promises'
import { fallback, type Language, localise } from '../../shared/language.ts'
import type { SitemapEntry } from './sitemap-entries.ts'
import { declaration, written, type XmlElement } from './xml.ts'

/** The limits of a sitemap; `bytes` as they are before any compression. */
export type SitemapLimits = { addresses: number; bytes: number }

/** @see https://www.sitemaps.org/protocol.html */
export const protocolLimits: SitemapLimits = { addresses: 50_000, bytes: 50 * 2 ** 20 }

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const head =
  `${declaration}<urlset xmlns="${protocol}" xmlns:xhtml="http://www.w3.org/1999/xhtml" ` +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
const foot = '</urlset>'
/** So many addresses are written at a stretch: other requests come between. */
const stretch = 1000

/**
 * The addresses as a sitemap.
 *
 * @returns its text, and how many of the last addresses are beyond the limits
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export async function createSitemap(
  entries: readonly SitemapEntry[],
  siteUrl: string,
  limits: SitemapLimits,
): Promise<{ text: string; leftOut: number }> {
  const texts: string[] = []
  let bytes = head.length + foot.length
  for (const entry of entries) {
    if (texts.length % stretch === stretch - 1) await setImmediate()
    const text = written(elementOf(entry, siteUrl))
    bytes += Buffer.byteLength(text)
    if (texts.length === limits.addresses || bytes > limits.bytes) break
    texts.push(text)
  }
  return { text: head + texts.join('') + foot, leftOut: entries.length - texts.length }
}

function elementOf(
  { path, language, alternates, counterpart, lastmod, image }: SitemapEntry,
  siteUrl: string,
): XmlElement {
  const pathIn = (one: Language) => (one === language ? path : (counterpart ?? path))
  const addressIn = (one: Language) => new URL(localise(pathIn(one), one), siteUrl).href
  const links: [hreflang: string, href: string][] = alternates.map((one) => [one, addressIn(one)])
  links.push(['x-default', addressIn(fallback)])
  return [
    'url',
    [
      ['loc', addressIn(language)],
      ...(lastmod === undefined ? [] : [['lastmod', lastmod] satisfies XmlElement]),
      // An address that is in one language only has no other.
      ...(alternates.length > 1 ? links : []).map(([hreflang, href]): XmlElement => [
        'xhtml:link',
        '',
        { rel: 'alternate', hreflang, href },
      ]),
      ...(image === undefined
        ? []
        : [['image:image', [['image:loc', new URL(image, siteUrl).href]]] satisfies XmlElement]),
    ],
  ]
}
