import { setImmediate } from 'node:timers/promises'
import { defaultLanguage, type Language, localise } from '../../shared/language.ts'
import type { SitemapEntry } from './sitemap-entries.ts'
import { declaration, serialize, type XmlElement } from './xml.ts'

/** The limits of a sitemap; `bytes` before compression. */
export type SitemapLimits = { addresses: number; bytes: number }

/** @see https://www.sitemaps.org/protocol.html */
export const protocolLimits: SitemapLimits = { addresses: 50_000, bytes: 50 * 2 ** 20 }

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const head =
  `${declaration}<urlset xmlns="${protocol}" xmlns:xhtml="http://www.w3.org/1999/xhtml" ` +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
const foot = '</urlset>'
/** URLs that are written in one turn of the event loop, so that other requests are not delayed. */
const batchSize = 1000

/**
 * Builds the sitemap.
 *
 * @returns its text, and how many of the last URLs exceed the limits
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
    if (texts.length % batchSize === batchSize - 1) await setImmediate()
    const text = serialize(buildElement(entry, siteUrl))
    bytes += Buffer.byteLength(text)
    if (texts.length === limits.addresses || bytes > limits.bytes) break
    texts.push(text)
  }
  return { text: head + texts.join('') + foot, leftOut: entries.length - texts.length }
}

function buildElement(
  { path, language, alternates, counterpart, lastmod, image }: SitemapEntry,
  siteUrl: string,
): XmlElement {
  const pathIn = (target: Language) => (target === language ? path : (counterpart ?? path))
  const addressIn = (target: Language) => new URL(localise(pathIn(target), target), siteUrl).href
  const links: [hreflang: string, href: string][] = alternates.map((target) => [target, addressIn(target)])
  links.push(['x-default', addressIn(defaultLanguage)])
  return [
    'url',
    [
      ['loc', addressIn(language)],
      ...(lastmod === undefined ? [] : [['lastmod', lastmod] satisfies XmlElement]),
      // A page in one language has no alternates.
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
