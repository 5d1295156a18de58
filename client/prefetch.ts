import type { Language } from '../shared/language.ts'
import type { PostSource } from '../shared/post.ts'
import { addressOf, pages } from '../shared/site-map.ts'
import { loadPage } from './routes.tsx'

/** Fetches a page's code and posts before it is asked for, unless the visitor saves data. */
export function createPrefetch(posts: PostSource, languageAt: (pathname: string) => Language) {
  return function prefetch(path: string): void {
    const { pathname } = new URL(path, window.location.origin)
    const address = addressOf(pathname)
    if (address === null || savesData()) return
    // If it fails, the navigation itself will say so.
    loadPage(address.page).catch(() => {})
    const language = languageAt(pathname)
    if (address.page === 'article') void posts.find(language, address.slug)
    else if (pages[address.page].posts !== 'none') void posts.list(language)
  }
}

/** The Network Information API, where there is one. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
