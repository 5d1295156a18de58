import type { BotCheckProvider } from '../../shared/contact-rules.ts'
import type { Language } from '../../shared/language.ts'
import type { PageId } from '../../shared/site-map.ts'

/**
 * Data for the browser, as JSON in the document, so that hydration needs no request. `page` is null for the error screen.
 */
export type PageData = {
  page: PageId | null
  language: Language
  url: string
  year: number
  botCheck: BotCheckProvider
  /** Posts on one page of the blog list; 0: all. */
  pageSize: number
  loaderData: Record<string, unknown>
}

export const pageDataId = 'page-data'

/** JSON for a script element, which only `<` could end (HTML Standard, "restrictions for contents of script elements"). */
export function toJsonBlock(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
