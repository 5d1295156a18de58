import type { i18n } from 'i18next'
import { company } from '../../shared/company.ts'
import { type Language, localise } from '../../shared/language.ts'
import { pathOf } from '../../shared/site-map.ts'
import { toXml } from './xml.ts'

/**
 * Lets a browser's address bar search the blog.
 *
 * @see https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md
 */
export function createOpenSearch(siteUrl: string, language: Language, texts: i18n): string {
  const address = siteUrl + localise(pathOf('blog'), language)
  return toXml([
    'OpenSearchDescription',
    [
      ['ShortName', company.name],
      ['Description', texts.getFixedT(language)('search.label')],
      ['InputEncoding', 'UTF-8'],
      ['Language', `${language}-CA`],
      ['Image', `${siteUrl}/favicon.ico`, { width: '32', height: '32', type: 'image/x-icon' }],
      ['Url', '', { type: 'text/html', method: 'get', template: `${address}?q={searchTerms}` }],
    ],
    { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
  ])
}
