import '@vitejs/plugin-react/preamble'
import './styles/global.css'
import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom'
import type { FindOutcome } from '../shared/post.ts'
import type { GroupOutcome } from '../shared/post-groups.ts'
import type { PageOutcome } from '../shared/post-list.ts'
import { createBrowserPosts } from './browser-posts.ts'
import { createBrowserTexts } from './context/i18n.ts'
import type { PreviewData } from './context/loader-data.ts'
import { servedText } from './context/page-assets.ts'
import { type PageData, pageDataId } from './context/page-data.ts'
import { SiteProvider, type SiteValue } from './context/site.tsx'
import { Document } from './document.tsx'
import { createBrowserLanguage } from './browser-language.ts'
import { addStyleSheet } from './context/style-sheet.ts'
import { loadSearch } from './search/search.tsx'
import { createPrefetch } from './prefetch.ts'
import { createPageRoutes, previewRouteId } from './routes.tsx'

/**
 * Hydrates the page that the server sent. Called by the bootstrap script.
 *
 * @param isCurrent false once the address is another page's. That page is being loaded, so this page is not hydrated
 * @param onHydrated called when React handles links, forms and the history
 * @returns whether `onHydrated` will be called
 */
export async function hydrate(isCurrent: () => boolean, onHydrated: () => void): Promise<boolean> {
  // With the element's name, since an article's heading may have the same id.
  const data = servedText(`script#${pageDataId}`)
  // The error screen of a failed page has no data and is not hydrated.
  if (!data) return false
  const { page, language, url, year, botCheck, pageSize, loaderData } = JSON.parse(data) as PageData
  const texts = createBrowserTexts()
  const { languageAt, setLanguage, recordInHistory } = createBrowserLanguage(language)
  const posts = createBrowserPosts({ language, outcomes: servedOutcomes(loaderData) }, pageSize)
  let isTraversal = false
  // Null while the first page's modules load.
  let router: ReturnType<typeof createBrowserRouter> | null = null
  const routes = createPageRoutes({
    posts,
    // On later pages the form requests its token when the visitor begins to write.
    form: null,
    preview: (loaderData[previewRouteId] as PreviewData | undefined)?.preview ?? null,
    pageSize,
    isTraversal: () => isTraversal,
    languageAt,
    loadTexts: texts.load,
    // After a deployment the modules of an open tab are gone. Load the next page from the server, with its own modules.
    onLoadError(error) {
      const next = router?.state.navigation.location
      if (next === undefined) throw error
      window.location.assign(next.pathname + next.search + next.hash)
      // The page may be restored from the back/forward cache in this state: reload it then.
      addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
      return new Promise(() => {})
    },
  })
  const { style } = document.querySelector<HTMLElement>('[data-entry]')?.dataset ?? {}
  // Search results have a module and texts of their own. On later pages the loader fetches them.
  const isSearch = /[?&]q=/.test(window.location.search)
  const search = isSearch ? Promise.all([loadSearch(), texts.load(language, 'search')]) : null
  const own = texts.load(language, page)
  const [isStyled, shown] = await Promise.all([
    style === undefined || addStyleSheet(style),
    resolveLazyRoutes(routes),
    own,
    search,
  ])
  // Without the style sheet of the other pages, links keep loading whole pages.
  if (!isStyled || !isCurrent()) return false
  // A copy on another site, such as an archive. The router would show an error instead.
  if (page !== null && !(shown in loaderData)) return false
  recordInHistory()
  // Registered before the router listens, so that its loaders see the result.
  addEntryKey()
  addEventListener('popstate', () => {
    isTraversal = true
    // During a navigation the router's key is not that of the entry that was left.
    addEntryKey(router?.state.navigation.state === 'idle' ? router.state.location.key : undefined)
  })
  router = createBrowserRouter(routes, { hydrationData: { loaderData } })
  router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return
    isTraversal = false
    recordInHistory()
  })
  const site: SiteValue = {
    url,
    year,
    botCheck,
    languageAt,
    setLanguage,
    prefetch: createPrefetch(posts, texts.load, languageAt),
    textsIn: texts.in,
  }
  const tree = (
    <StrictMode>
      {/* One child, as on the server, since React's ids depend on the place in the tree. */}
      <Document language={language} tail={<Hydrated onHydrated={onHydrated} />}>
        <SiteProvider value={site}>
          <RouterProvider router={router} />
        </SiteProvider>
      </Document>
    </StrictMode>
  )
  // A transition is rendered in slices, so that the page stays responsive. Otherwise hydration would be one long task.
  startTransition(() => void hydrateRoot(document, tree))
  return true
}

/**
 * Gives the history entry a key if the router has not made it, e.g. after a link within the page. The router stores scroll positions by
 * key, and would use the same one for all entries without a key.
 *
 * @param left the key of the entry that was left. The same link, followed again, makes an entry with that key
 */
function addEntryKey(left?: string): void {
  const state = history.state as { key?: string } | null
  if ((state?.key ?? left) === left) history.replaceState({ ...state, key: `${Math.random()}` }, '')
}

function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  useEffect(() => {
    onHydrated()
    repeatFirstIntent()
  }, [onHydrated])
  return null
}

/**
 * The event that started loading came before React could handle it. A pointer on a link should prefetch, and on a menu open it. So
 * the event and the focus are dispatched again. The browser handles a click itself.
 */
function repeatFirstIntent(): void {
  // The focus first: it closes a menu that it is not in.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  // After a touch, `:hover` still matches the touched element.
  const under = matchMedia('(hover: hover)').matches ? [...document.querySelectorAll(':hover')].at(-1) : undefined
  under?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
}

/** The list pages and posts in the routes' data. The server sends outcomes, never promises. */
function servedOutcomes(loaderData: Record<string, unknown>): (PageOutcome | FindOutcome)[] {
  return Object.values(loaderData).flatMap((data): (PageOutcome | FindOutcome)[] => {
    if (data === null || typeof data !== 'object' || !('outcome' in data)) return []
    const outcome = data.outcome as PageOutcome | GroupOutcome<unknown> | FindOutcome // what the loaders of pages return
    return outcome.kind === 'group' ? [] : [outcome]
  })
}

/**
 * A lazy route that matches at the start would run its loader again and blank the page while its module loads
 * (remix-run/react-router#12563). So its module is loaded first and the route is made non-lazy.
 *
 * @returns the route of the page itself; empty if the address is unknown
 */
async function resolveLazyRoutes(routes: RouteObject[]): Promise<string> {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  return matches.at(-1)?.route.id ?? ''
}
