import { createInstance, type i18n } from 'i18next'
import { type Language, languages } from '../../shared/language.ts'
import { namespaceOf, type PageId } from '../../shared/site-map.ts'

const files = import.meta.glob<object>(
  ['../../locales/*/*.json', '!../../locales/*/{mail,organisation,refusals}.json'],
  {
    import: 'default',
  },
)

/** An i18next instance for each language, so that the two languages do not affect each other. */
export type BrowserTexts = {
  in: (language: Language) => i18n
  /** Fetches the texts of the layout and of a page or the search. Rejects if a file is gone or the connection fails. */
  load: (language: Language, shown: PageId | 'search' | null) => Promise<void>
}

export function createBrowserTexts(): BrowserTexts {
  const create = (language: Language) => {
    const instance = createInstance()
    void instance.init({
      resources: {},
      lng: language,
      // Also the other language: its texts stay while the toggle fetches those of the new one.
      fallbackLng: [...languages],
      supportedLngs: [...languages],
      defaultNS: 'common',
      ns: ['common'],
      // Makes `init` synchronous. Only `load` adds texts.
      initAsync: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
    return instance
  }
  const instances: Record<Language, i18n> = { fr: create('fr'), en: create('en') }
  async function add(language: Language, namespace: string) {
    // The terms are in French only.
    const written = languages.filter((candidate) => `../../locales/${candidate}/${namespace}.json` in files)
    const from = written.includes(language) ? language : written[0]
    const texts = await files[`../../locales/${from}/${namespace}.json`]?.()
    if (from === undefined || texts === undefined) throw new Error(`${namespace}.json: not found in locales`)
    for (const instance of Object.values(instances)) instance.addResourceBundle(from, namespace, texts)
  }

  return {
    in: (language) => instances[language],
    async load(language, shown) {
      const own = shown === null || shown === 'search' ? shown : namespaceOf(shown)
      const namespaces = own === null ? ['common'] : ['common', own]
      await Promise.all(namespaces.map((namespace) => add(language, namespace)))
    },
  }
}
