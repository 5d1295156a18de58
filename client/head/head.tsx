/**
 * A page's metadata for programs: title, description, addresses, link previews and structured data (schema.org). Each page renders
 * one `<Head>`, which adds the metadata of every page. This folder does not depend on the page's visible content.
 */

import { useTranslation } from 'react-i18next'
import { company } from '../../shared/company.ts'
import { type Language, languages, localise } from '../../shared/language.ts'
import { shareSize } from '../../shared/picture.ts'
import type { PictureSize } from '../../shared/post.ts'
import { addressOf, isPlainPage, type PageId, rssPath, shareImagePath } from '../../shared/site-map.ts'
import { type JsonLdNode, organisation, trailTo, webPage, webSite } from './structured-data.ts'
import { JsonLd } from './json-ld.tsx'
import { useLanguage, useSite } from '../context/site.tsx'

export { blog, type JsonLdNode, reservedClass, organisationId, posting, profile } from './structured-data.ts'

/** An author's title, text and picture for links to the page on other sites. Default: the page's own. */
export type LinkPreview = { title?: string | null; description?: string | null; image?: string | null }

type HeadProps = {
  /** Without the company's name, which `Head` adds. */
  title: string
  description: string
  /** The page's path without language prefix, with its known query; null for a screen without an address. */
  path: string | null
  /** The page's name, if the navigation has no label for it. */
  name?: string
  /** The absolute address of the original, if this page is a copy. */
  canonical?: string | null
  /** Default: true for a page with an address. */
  indexable?: boolean
  /** The languages in which this page exists. Default: both. */
  alternates?: readonly Language[]
  /** The page's path in the other language, if it differs. */
  counterpart?: string | undefined
  kind?: 'website' | 'article'
  /** A picture's path on this site, or its absolute address; by default the page's share image. */
  image?: string | null
  /** The picture's description; by default the page's title, which its share image shows. */
  imageAlt?: string | null
  /** The size of the picture that is shared, if it is known. */
  imageSize?: PictureSize | undefined
  openGraph?: LinkPreview
  /** Default: as `openGraph`. */
  twitter?: LinkPreview
  /** schema.org objects, besides those of every page; on the server only, so that their code is not in the bundle. */
  structured?: () => JsonLdNode[]
}

const feeds = [
  { type: 'application/rss+xml', file: rssPath, format: 'RSS' },
  { type: 'application/feed+json', file: '/feed.json', format: 'JSON' },
] as const

const ogLocales: Record<Language, string> = { fr: 'fr_CA', en: 'en_CA' }

/**
 * Title, description, canonical address, alternates, Open Graph and JSON-LD of a page. React hoists all but JSON-LD into `<head>`. A
 * page has only one `<Head>`, since React would keep both titles.
 */
export function Head({
  title,
  description,
  path,
  name = title,
  canonical = null,
  indexable = path !== null,
  alternates = languages,
  counterpart,
  kind = 'website',
  image = null,
  imageAlt = title,
  imageSize,
  openGraph = {},
  twitter = {},
  structured = () => [],
}: HeadProps) {
  const { t, i18n } = useTranslation()
  const { url } = useSite()
  const pageLanguage = useLanguage()
  // A page that exists in one language only is described in that language.
  const language = alternates.includes(pageLanguage) ? pageLanguage : (alternates[0] ?? pageLanguage)
  const fullTitle = title === company.name ? title : `${title} | ${company.name}`
  const page = path === null ? null : (addressOf(path.replace(/\?.*$/, ''))?.page ?? null)
  const own = (to: Language) => url + localise((to === language ? path : (counterpart ?? path)) ?? '/', to)
  const address = canonical ?? own(language)
  const picture = openGraph.image ?? image
  const shared = picture ?? shareImage(page, language)
  const size = shared.startsWith('/share/') ? shareSize : imageSize
  // An author's preview picture has no description. A screen without an address shows another page's image.
  const isDescribed = picture === null ? page !== null : picture === image
  const socialTitle = openGraph.title ?? title
  const socialText = openGraph.description ?? description
  function describe(): JsonLdNode[] {
    const graph = [organisation(url, i18n.getFixedT(pageLanguage, 'organisation')('description')), webSite(url)]
    if (path === null || page === null) return [...graph, ...structured()]
    const trail = trailTo(page, path, name, i18n.getFixedT(language))
    return [...graph, ...webPage({ url, address: own(language), title, description, language, trail }), ...structured()]
  }
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!indexable && <meta name="robots" content="noindex" />}
      {path !== null && (
        <>
          <link rel="canonical" href={address} />
          {/* Search engines need only the original's address for a copy. */}
          {canonical === null &&
            alternates.map((alternate) => (
              <link key={alternate} rel="alternate" hrefLang={alternate} href={own(alternate)} />
            ))}
          {canonical === null && (alternates.length > 1 || page === 'terms') && (
            <link rel="alternate" hrefLang="x-default" href={own('fr')} />
          )}
          <meta property="og:url" content={address} />
        </>
      )}
      {feeds.map(({ type, file, format }) => (
        <link
          key={file}
          rel="alternate"
          type={type}
          title={`${t('nav.blog')} | ${company.name} (${format})`}
          href={url + localise(file, language)}
        />
      ))}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={socialTitle} />
      <meta property="og:description" content={socialText} />
      <meta property="og:locale" content={ogLocales[language]} />
      {alternates
        .filter((alternate) => alternate !== language)
        .map((alternate) => (
          <meta key={alternate} property="og:locale:alternate" content={ogLocales[alternate]} />
        ))}
      <meta property="og:image" content={new URL(shared, url).href} />
      {size && (
        <>
          <meta property="og:image:width" content={`${size.width}`} />
          <meta property="og:image:height" content={`${size.height}`} />
        </>
      )}
      {isDescribed && imageAlt !== null && <meta property="og:image:alt" content={imageAlt} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={twitter.title ?? socialTitle} />
      <meta name="twitter:description" content={twitter.description ?? socialText} />
      <meta name="twitter:image" content={new URL(twitter.image ?? shared, url).href} />
      <JsonLd address={address} graph={import.meta.env.SSR ? describe() : null} />
    </>
  )
}

/** The page's share image, drawn by the build (build/share-image.ts). Topics, authors and previews have the blog's. */
export function shareImage(page: PageId | null, language: Language): string {
  if (page === null) return shareImagePath('home', language)
  return shareImagePath(isPlainPage(page) ? page : 'blog', language)
}
