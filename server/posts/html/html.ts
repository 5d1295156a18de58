/**
 * Makes the HTML of posts safe to show: no script, style, frame or form passes, and nothing of another host loads by itself. Parsers
 * are loaded when they are first needed. The room knows neither requests nor the configuration.
 */

import type { Language } from '../../../shared/language.ts'
import type { AddressRewriter } from '../../addresses/addresses.ts'
import type { PostLabels } from './labels.ts'
import type { Sanitise } from './sanitise.ts'

export { frameSources } from './embed-providers.ts'
export { createPostLabels, type PostLabels } from './labels.ts'
export { pictureSizes } from './picture-places.ts'
export { inOneLine, plainText } from './plain-text.ts'
export { isBlank } from './readable-text.ts'
export type { Sanitise } from './sanitise.ts'

export type SanitiserOptions = {
  /** Null if posts have no CMS: links and pictures then stay as they are. */
  rewrite: AddressRewriter | null
  labelsIn: (language: Language) => PostLabels
}

export async function createSanitiser({ rewrite, labelsIn }: SanitiserOptions): Promise<Sanitise> {
  const { createSanitise } = await import('./sanitise.ts')
  return createSanitise(rewrite, labelsIn)
}

/** Sanitised HTML as feed readers can show it, see `feed-html.ts`; `link`: where the article stands. */
export async function feedHtml(html: string, link: string): Promise<string> {
  return html === '' ? '' : (await import('./feed-html.ts')).feedHtml(html, link)
}
