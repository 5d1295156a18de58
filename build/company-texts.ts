import type { Plugin } from 'vite'
import { textVariables } from '../shared/company.ts'
import type { Language } from '../shared/language.ts'

/** The JSON of a locale file with the company's variables filled in. Other variables are the code's: i18next fills them in. */
export function fillIn(json: string, language: Language): string {
  const variables: Record<string, string> = textVariables(language)
  return json.replace(/\{\{(\w+)\}\}/g, (variable, name: string) =>
    JSON.stringify(variables[name] ?? variable).slice(1, -1),
  )
}

/** Vite plugin: fills the company's variables into `locales/`. Each language has its own grammar for them, which i18next lacks. */
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
