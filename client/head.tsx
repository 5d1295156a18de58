import { useTranslation } from 'react-i18next'
import { company } from '../shared/company.ts'
import { type Language, languages, localise } from '../shared/language.ts'
import { addressOf, pathOf, shareImagePath } from '../shared/site-map.ts'
import { JsonLd } from './json-ld.tsx'
import { useLanguage, useSite } from './site.tsx'

type HeadProps = {
  /** Without the company's name, which is added. */
  title: string
  description: string
  /** The page's path without language prefix; null for a screen that has no address of its own. */
  path: string | null
  /** By default, what has an address is indexed. */
  indexable?: boolean
  /** The languages in which this very page exists; by default both. */
  alternates?: readonly Language[]
  kind?: 'website' | 'article'
  /** The path of a picture on this site; by default the page's share image. */
  image?: string | null
  /** schema.org objects, besides the organisation's own. */
  structured?: Record<string, unknown>[]
}

const ogLocales: Record<Language, string> = { fr: 'fr_CA', en: 'en_CA' }

/**
 * Title, description, canonical address, alternates, Open Graph and JSON-LD of a page; React hoists all but the last into
 * `<head>`. One `<Head>` a page: two titles would both be there.
 */
export function Head({
  title,
  description,
  path,
  indexable = path !== null,
  alternates = languages,
  kind = 'website',
  image = null,
  structured = [],
}: HeadProps) {
  const { t } = useTranslation()
  const { url } = useSite()
  const pageLanguage = useLanguage()
  // A page that exists in one language only is, whatever the language around it, that page.
  const language = alternates.includes(pageLanguage) ? pageLanguage : (alternates[0] ?? pageLanguage)
  const fullTitle = title === company.name ? title : `${title} | ${company.name}`
  const isArticle = kind === 'article'
  const address = (to: Language) => url + localise(path ?? '/', to)
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {!indexable && <meta name="robots" content="noindex" />}
      {path !== null && (
        <>
          <link rel="canonical" href={address(language)} />
          {alternates.map((alternate) => (
            <link key={alternate} rel="alternate" hrefLang={alternate} href={address(alternate)} />
          ))}
          {!isArticle && <link rel="alternate" hrefLang="x-default" href={address('fr')} />}
          {(isArticle || path === pathOf('blog')) && (
            <link
              rel="alternate"
              type="application/rss+xml"
              title={company.name}
              href={url + localise('/rss.xml', language)}
            />
          )}
          <meta property="og:url" content={address(language)} />
        </>
      )}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={ogLocales[language]} />
      {alternates
        .filter((alternate) => alternate !== language)
        .map((alternate) => (
          <meta key={alternate} property="og:locale:alternate" content={ogLocales[alternate]} />
        ))}
      <meta property="og:image" content={url + (image ?? shareImage(path, language))} />
      {image === null && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title} />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <JsonLd graph={[organisation(url, t('site.description')), ...structured]} />
    </>
  )
}

/** The page's own picture, drawn when the site is built (build/share-image.ts); an article's is the blog's. */
function shareImage(path: string | null, language: Language): string {
  const page = (path === null ? null : addressOf(path))?.page ?? 'home'
  return shareImagePath(page === 'article' ? 'blog' : page, language)
}

function organisation(url: string, description: string) {
  return {
    '@type': 'Organization',
    '@id': `${url}/#organization`,
    name: company.name,
    url: `${url}/`,
    description,
    foundingDate: String(company.founded),
    address: {
      '@type': 'PostalAddress',
      addressLocality: company.locality,
      addressRegion: company.regionCode,
      addressCountry: company.countryCode,
    },
    knowsLanguage: languages,
    sameAs: [company.network.url],
  }
}
