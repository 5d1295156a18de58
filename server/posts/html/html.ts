/**
 * Makes the HTML of posts safe to show: no script, style, frame or form passes, and nothing of another host loads by itself. Parsers
 * are loaded when they are first needed. This folder does not depend on sources, requests or the configuration.
 */

import type { Sanitiser, SanitiserOptions } from './sanitiser.ts'

export { frameSources } from './embed-providers.ts'
export { createPostLabels, type PostLabels } from './labels.ts'
export { pictureSizes } from './picture-places.ts'
export { inOneLine, plainText } from './plain-text.ts'
export { isBlank } from './readable-text.ts'
export type { Sanitiser }

export async function createSanitiser(options: SanitiserOptions): Promise<Sanitiser> {
  return (await import('./sanitiser.ts')).createSanitiser(options)
}

/** Sanitised HTML for feed readers. @param link the article's URL */
export async function feedHtml(html: string, link: string): Promise<string> {
  return html === '' ? '' : (await import('./feed-html.ts')).feedHtml(html, link)
}
