import type { Language } from '../shared/language.ts'
import type { PageId } from '../shared/site-map.ts'

/** Addresses of the browser's bundle that a page needs. */
export type PageFiles = {
  fonts: string[]
  /** Style sheets that it cannot be shown without. */
  styles: string[]
  /** The starter, at once, where it is a file; null where it stands in the page itself. */
  script: string | null
  /** When the page is hydrated: the module that does it, and all that it imports for this page. */
  entry: string
  modules: string[]
  /** With those, the style sheet of all pages, for those that links lead to; null where `styles` holds it. */
  wholeStyle: string | null
}

/** And what stands in the page itself, as text; null where it is among the files. */
export type PageAssets = PageFiles & {
  /** The page's part of the style sheet. */
  inlineStyle: string | null
  /** The starter. */
  inlineScript: string | null
}

/**
 * What the server tells the browser, as JSON in the document: enough to hydrate the page without asking again.
 * `page: null` is the error screen.
 */
export type PageData = {
  page: PageId | null
  language: Language
  url: string
  year: number
  /** Posts on one page of the blog list; 0: all. */
  pageSize: number
  files: PageFiles
  loaderData: Record<string, unknown>
}

export const pageDataId = 'page-data'
export const inlineStyleId = 'page-style'

/** What stands in an element of the served document; in the browser only. */
export function servedText(selector: string): string | null {
  return document.querySelector(selector)?.textContent ?? null
}

/** JSON that can stand in a script element: no `<` can end it (HTML Standard, "restrictions for contents of script elements"). */
export function toJsonBlock(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
