/** The parts of the browser's bundle that a page has in its head, by address or as text. */
export type PageAssets = {
  fonts: string[]
  /** Style sheets that the page cannot be shown without. */
  styles: string[]
  /** The site's mark, as `data:` in production: a browser asks for an icon while it has nothing painted yet. */
  icon: string
  /** The page's part of the style sheet; null if it is among `styles`. */
  inlineStyle: string | null
  /** The bootstrap script's file; null if the page contains the script. */
  script: string | null
  inlineScript: string | null
  /** The module that hydrates the page, and all that it imports for it. */
  entry: string
  modules: string[]
  /** The style sheet of all pages, fetched with the modules; null if it is among `styles`. */
  wholeStyle: string | null
}

/** The text of an element in the served document; in the browser only. */
export function servedText(selector: string): string | null {
  return document.querySelector(selector)?.textContent ?? null
}
