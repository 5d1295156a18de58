import { createInstance, type i18n, type Resource } from 'i18next'
import { defaultLanguage, languages } from '../../shared/language.ts'

const files = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', { eager: true, import: 'default' })

/** `locales/<language>/<namespace>.json` by language and namespace. */
const resources: Resource = {}
for (const [path, texts] of Object.entries(files)) {
  const [, language = '', namespace = ''] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? []
  resources[language] = { ...resources[language], [namespace]: texts }
}

/**
 * All texts of the site, in memory. Each request gets a clone of this instance (i18next-http-middleware). A clone shares the
 * texts and has its own language.
 */
export function createTexts(onMissing: (message: string) => void): i18n {
  const texts = createInstance()
  void texts.init({
    resources,
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    supportedLngs: [...languages],
    preload: [...languages],
    defaultNS: 'common',
    ns: [...new Set(Object.values(resources).flatMap((namespaces) => Object.keys(namespaces)))],
    initAsync: false,
    saveMissing: true,
    missingKeyHandler: (lngs, namespace, key) => onMissing(`text ${namespace}:${key} is missing in ${lngs.join(', ')}`),
    interpolation: { escapeValue: false },
  })
  return texts
}
