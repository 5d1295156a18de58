/** The files of the browser's bundle that a page's head contains or links to. */
export type PageAssets = {
  fonts: string[]
  /** Style sheets that block rendering. */
  styles: string[]
  /** The site's mark. In production a `data:` URL, since browsers request an icon before they have painted. */
  icon: string
  /** The page's part of the style sheet; null if it is in `styles`. */
  inlineStyle: string | null
  /** The bootstrap script's file; null if the page contains the script. */
  script: string | null
  inlineScript: string | null
  /** The module that hydrates the page, and the modules that it imports for this page. */
  entry: string
  modules: string[]
  /** The style sheet of all pages, fetched with the modules; null if it is in `styles`. */
  wholeStyle: string | null
}

/** The text of an element in the served document; in the browser only. */
export function servedText(selector: string): string | null {
  return document.querySelector(selector)?.textContent ?? null
}
