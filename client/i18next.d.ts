import type common from '../locales/fr/common.json'
import type mail from '../locales/fr/mail.json'
import type organisation from '../locales/fr/organisation.json'
import type refusals from '../locales/fr/refusals.json'
import type search from '../locales/fr/search.json'

/**
 * Types the keys of texts, so that a wrong key does not compile. English has the same keys (`npm run check`). Each page's module adds
 * its own namespace to `PageResources`.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: PageResources & {
      common: typeof common
      mail: typeof mail
      organisation: typeof organisation
      refusals: typeof refusals
      search: typeof search
    }
  }
}
