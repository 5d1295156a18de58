import type { Language } from '../../../shared/language.ts'

const files = import.meta.glob<unknown>('../../../locales/*/*.json', { eager: true, import: 'default' })

/** A text of the site from the translations: (`en`, `blog`, `newsletter.success`). */
export function textIn(language: Language, namespace: string, key: string): string {
  let node = files[`../../../locales/${language}/${namespace}.json`]
  for (const part of key.split('.'))
    node = node instanceof Object ? Object.entries(node).find(([k]) => k === part)?.[1] : null
  if (typeof node !== 'string') throw new Error(`${language}/${namespace}.json: ${key} is not a text`)
  return node
}
