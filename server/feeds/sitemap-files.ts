import { setImmediate } from 'node:timers/promises'
import { fallback, type Language, localise } from '../../shared/language.ts'
import type { SitemapEntry } from '../pages/sitemap-entries.ts'
import { declaration, toXml, written, type XmlElement } from './xml.ts'

/** What one file may hold; `bytes` as they are before any compression. */
export type SitemapLimits = { addresses: number; bytes: number }

/** @see https://www.sitemaps.org/protocol.html#index */
export const protocolLimits: SitemapLimits = { addresses: 50_000, bytes: 50 * 2 ** 20 }

export type SitemapFile = { text: string; lastmod: string | null }

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const head =
  `${declaration}<urlset xmlns="${protocol}" xmlns:xhtml="http://www.w3.org/1999/xhtml" ` +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
const foot = '</urlset>'
/** So many addresses are written at a stretch: whoever else is waiting comes between. */
const stretch = 1000

/**
 * The addresses in as many files as they need, at least one.
 *
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export async function createSitemapFiles(
  entries: readonly SitemapEntry[],
  siteUrl: string,
  limits: SitemapLimits,
): Promise<SitemapFile[]> {
  const files: SitemapFile[] = []
  let texts: string[] = []
  let bytes = 0
  let lastmod: string | null = null
  const empty = head.length + foot.length

  const close = () => {
    files.push({ text: head + texts.join('') + foot, lastmod })
    texts = []
    bytes = 0
    lastmod = null
  }
  for (const [index, entry] of entries.entries()) {
    if (index % stretch === stretch - 1) await setImmediate()
    const text = written(elementOf(entry, siteUrl))
    const length = Buffer.byteLength(text)
    if (texts.length === limits.addresses || (texts.length > 0 && empty + bytes + length > limits.bytes)) close()
    texts.push(text)
    bytes += length
    lastmod = laterOf(lastmod, entry.lastmod ?? null)
  }
  if (texts.length > 0 || files.length === 0) close()
  return files
}

/** Where each of several files is, and when it changed, as far as that is known. */
export function createSitemapIndex(files: readonly SitemapFile[], siteUrl: string): string {
  const sitemaps = files.map(({ lastmod }, index): XmlElement => {
    const loc: XmlElement = ['loc', `${siteUrl}/sitemap-${index + 1}.xml`]
    return ['sitemap', lastmod === null ? [loc] : [loc, ['lastmod', lastmod]]]
  })
  return toXml(['sitemapindex', sitemaps, { xmlns: protocol }])
}

function elementOf({ path, language, alternates, lastmod, image }: SitemapEntry, siteUrl: string): XmlElement {
  const addressIn = (one: Language) => new URL(localise(path, one), siteUrl).href
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

/** ISO dates of one time zone, which are in the order of their letters. */
function laterOf(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one
}
