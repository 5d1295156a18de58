import { createInstance, type i18n, type Resource } from 'i18next'
import commonEn from '../../locales/en/common.json'
import commonFr from '../../locales/fr/common.json'
import { textVariables } from '../../shared/company.ts'
import { fallback, type Language, languages } from '../../shared/language.ts'

/** A page's texts: they travel with the page's own chunk, both languages, so that the toggle never waits. */
export type PageTexts = { namespace: string; fr: object; en?: object }

/** One instance for each language, so that pages in French and in English never disturb each other. */
export type BrowserTexts = { in: (language: Language) => i18n; add: (texts: PageTexts) => void }

export function createBrowserTexts(): BrowserTexts {
  const resources: Resource = { fr: { common: commonFr }, en: { common: commonEn } }
  const create = (language: Language) => {
    const instance = createInstance()
    void instance.init({
      resources,
      lng: language,
      fallbackLng: fallback,
      supportedLngs: [...languages],
      defaultNS: 'common',
      ns: ['common'],
      // The texts are there: initialised before `init` returns, so that the first render is complete.
      initAsync: false,
      interpolation: { escapeValue: false, defaultVariables: textVariables },
      react: { useSuspense: false },
    })
    return instance
  }
  const instances: Record<Language, i18n> = { fr: create('fr'), en: create('en') }
  return {
    in: (language) => instances[language],
    add({ namespace, fr, en }) {
      for (const instance of Object.values(instances)) {
        instance.addResourceBundle('fr', namespace, fr)
        if (en) instance.addResourceBundle('en', namespace, en)
      }
    },
  }
}
