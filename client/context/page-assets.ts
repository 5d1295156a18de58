/** What of the browser's bundle a page names in its head, by address, and what of it stands there as text. */
export type PageAssets = {
  fonts: string[]
  /** Style sheets that it cannot be shown without. */
  styles: string[]
  /** The site's mark, as `data:` in production: a browser asks for an icon while it has nothing painted yet. */
  icon: string
  /** The page's part of the style sheet; null where it is among the files. */
  inlineStyle: string | null
  /** The bootstrap script, where it is a file; null where it stands in the page. */
  script: string | null
  inlineScript: string | null
  /** When the page is hydrated: the module that does it, and all that it imports for this page. */
  entry: string
  modules: string[]
  /** With those, the style sheet of all pages, for those that links lead to; null where `styles` holds it. */
  wholeStyle: string | null
}

/** React's `precedence`: of every style sheet that comes after the page's part. */
export const laterStyle = 'later'

/** What stands in an element of the served document; in the browser only. */
export function servedText(selector: string): string | null {
  return document.querySelector(selector)?.textContent ?? null
}
