import type { Plugin } from 'vite'
import { textVariables } from '../shared/company.ts'
import type { Language } from '../shared/language.ts'

/** Fills the company's variables into the JSON of a locale file. i18next fills in the others. */
export function fillIn(json: string, language: Language): string {
  const variables: Record<string, string> = textVariables(language)
  return json.replace(/\{\{(\w+)\}\}/g, (variable, name: string) =>
    JSON.stringify(variables[name] ?? variable).slice(1, -1),
  )
}

/** Vite plugin: fills the company's variables into `locales/`. They differ by language, which i18next does not support. */
export function companyTexts(): Plugin {
  return {
    name: 'company-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/(?:fr|en)\/\w+\.json$/ },
      handler: (json, id) => fillIn(json, id.includes('/locales/fr/') ? 'fr' : 'en'),
    },
  }
}
