import type { i18n } from 'i18next'
import { colours, company } from '../../shared/company.ts'
import { defaultLanguage, languages } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'

/** RFC 9309. Pages may be crawled; the API and previews may not. */
export function createRobots(siteUrl: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /preview/', '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join(
    '\n',
  )
}

/** RFC 9116. It expires at the start of the sixth month from now, so that the file of an abandoned site expires. */
export function createSecurityText(siteUrl: string, now: number): string {
  const date = new Date(now)
  const expires = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 6, 1))
  return [
    `Contact: ${siteUrl}${pathOf('contact')}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** https://www.w3.org/TR/appmanifest/ */
export function createManifest(texts: i18n): string {
  return JSON.stringify({
    name: company.name,
    short_name: company.name,
    description: texts.getFixedT(defaultLanguage, 'organisation')('description'),
    lang: `${defaultLanguage}-CA`,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: colours.fog,
    theme_color: colours.gulf,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
    ],
  })
}
