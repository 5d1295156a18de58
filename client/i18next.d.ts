import type about from '../locales/fr/about.json'
import type ai from '../locales/fr/ai.json'
import type architecture from '../locales/fr/architecture.json'
import type archiving from '../locales/fr/archiving.json'
import type blog from '../locales/fr/blog.json'
import type common from '../locales/fr/common.json'
import type contact from '../locales/fr/contact.json'
import type home from '../locales/fr/home.json'
import type mail from '../locales/fr/mail.json'
import type refusals from '../locales/fr/refusals.json'
import type terms from '../locales/fr/terms.json'
import type vulnerability from '../locales/fr/vulnerability.json'

/** Keys of texts are types: a wrong one does not compile. English has the same keys (`npm run check`). */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      about: typeof about
      ai: typeof ai
      architecture: typeof architecture
      archiving: typeof archiving
      blog: typeof blog
      common: typeof common
      contact: typeof contact
      home: typeof home
      mail: typeof mail
      refusals: typeof refusals
      terms: typeof terms
      vulnerability: typeof vulnerability
    }
  }
}
