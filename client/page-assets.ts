/** What of the browser's bundle a page names in its head, by address. */
export type NamedAssets = {
  fonts: string[]
  /** Style sheets that it cannot be shown without. */
  styles: string[]
  /** The site's mark, as `data:` in production: a browser asks for an icon while it has nothing painted yet. */
  icon: string
}

/** With what of it stands there as text, and what is fetched later. */
export type PageAssets = NamedAssets & {
  /** The page's part of the style sheet; null where it is among the files. */
  inlineStyle: string | null
  /** The starter, where it is a file; null where it stands in the page. */
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
export const manifestPath = '/site.webmanifest'

/**
 * The same, read from the served document, as `Document` wrote it: hydration finds the very texts, and no address is sent
 * twice. In the browser only, before anything is added to the head.
 */
export function servedAssets(): NamedAssets & Pick<PageAssets, 'wholeStyle'> {
  return {
    fonts: addressesOf('link[rel=preload][as=font]'),
    styles: addressesOf('link[rel=stylesheet]'),
    wholeStyle: document.querySelector<HTMLElement>('[data-entry]')?.dataset.style ?? null,
    icon: addressesOf('link[rel=icon][type]').join(''),
  }
}

/** What stands in an element of the served document; in the browser only. */
export function servedText(selector: string): string | null {
  return document.querySelector(selector)?.textContent ?? null
}

function addressesOf(selector: string): string[] {
  return Array.from(document.querySelectorAll(selector), (link) => link.getAttribute('href') ?? '')
}
