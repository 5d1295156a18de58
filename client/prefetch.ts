import type { Language } from '../shared/language.ts'
import { pageNumberIn, type PostSource } from '../shared/post-list.ts'
import { addressOf, pages } from '../shared/site-map.ts'
import type { BrowserTexts } from './context/i18n.ts'
import { loadPage } from './routes.tsx'

/** Fetches a page's code, texts and posts in advance, unless the visitor saves data. */
export function createPrefetch(
  posts: PostSource,
  loadTexts: BrowserTexts['load'],
  languageAt: (pathname: string) => Language,
) {
  return (path: string, chosen?: Language): void => {
    const { pathname, searchParams } = new URL(path, window.location.origin)
    const address = addressOf(pathname)
    if (address === null || savesData()) return
    const language = chosen ?? languageAt(pathname)
    // If it fails, the navigation itself reports it.
    Promise.all([loadPage(address.page), loadTexts(language, address.page)]).catch(() => {})
    if (address.page === 'article') void posts.find(language, address.slug)
    else if (address.page === 'blog' || address.page === 'home') void posts.page(language, pageNumberIn(searchParams))
    else if (pages[address.page].posts !== 'none') void posts.list(language)
  }
}

/** The Network Information API, if the browser has it. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
