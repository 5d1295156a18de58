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
 * Has React take over the page that the server sent. Called by the bootstrap script.
 *
 * @param isCurrent false once the address is another page's, which is then being loaded: this page is then not hydrated
 * @param onHydrated called when React answers for links, forms and the history
 * @returns whether it will be called
 */
export async function hydrate(isCurrent: () => boolean, onHydrated: () => void): Promise<boolean> {
  // Names the element too: an article's heading may have the same id.
  const data = servedText(`script#${pageDataId}`)
  // The error screen of a page that failed carries no data: it stays as the server sent it.
  if (!data) return false
  const { page, language, url, year, botCheck, pageSize, loaderData } = JSON.parse(data) as PageData
  const texts = createBrowserTexts()
  const { languageAt, setLanguage, recordInHistory } = createBrowserLanguage(language)
  const posts = createBrowserPosts({ language, outcomes: servedOutcomes(loaderData) }, pageSize)
  let isTraversal = false
  // Not there yet while the first page's own modules are loading.
  let router: ReturnType<typeof createBrowserRouter> | null = null
  const routes = createPageRoutes({
    posts,
    // A page that a link leads to asks for its form token when the visitor begins to write.
    form: null,
    preview: (loaderData[previewRouteId] as PreviewData | undefined)?.preview ?? null,
    pageSize,
    isTraversal: () => isTraversal,
    languageAt,
    loadTexts: texts.load,
    // After a deployment the modules of an open tab are gone: the server then sends the next page with its own modules.
    onUnloadable(error) {
      const next = router?.state.navigation.location
      if (next === undefined) throw error
      window.location.assign(next.pathname + next.search + next.hash)
      // The page may be restored from the back/forward cache in this state: reload it then.
      addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
      return new Promise(() => {})
    },
  })
  const { style } = document.querySelector<HTMLElement>('[data-entry]')?.dataset ?? {}
  // The results of a search come with a module and texts of their own, which the router's loader fetches otherwise.
  const isSearch = /[?&]q=/.test(window.location.search)
  const search = isSearch ? Promise.all([loadSearch(), texts.load(language, 'search')]) : null
  const own = texts.load(language, page)
  const [isStyled, shown] = await Promise.all([
    style === undefined || addStyleSheet(style),
    resolveLazyRoutes(routes),
    own,
    search,
  ])
  // Without the next page's style, links go on to load it whole.
  if (!isStyled || !isCurrent()) return false
  // A copy on another site, such as an archive: the router would replace it by an error.
  if (page !== null && !(shown in loaderData)) return false
  recordInHistory()
  // Registered before the router listens, so that its loaders see the result.
  nameEntry()
  addEventListener('popstate', () => {
    isTraversal = true
    // While another entry is on its way, its key is not the one that was left.
    nameEntry(router?.state.navigation.state === 'idle' ? router.state.location.key : undefined)
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
      {/* One child, as on the server: React's ids depend on a component's place in the tree. */}
      <Document language={language} tail={<Hydrated onHydrated={onHydrated} />}>
        <SiteProvider value={site}>
          <RouterProvider router={router} />
        </SiteProvider>
      </Document>
    </StrictMode>
  )
  // A transition is rendered in slices, between which the page answers; the first render would be one task otherwise.
  startTransition(() => void hydrateRoot(document, tree))
  return true
}

/**
 * Gives an entry of the history that the router has not made, as of a link within the page, a key of its own: the router remembers the
 * reader's place by it, and would take all of these for one.
 *
 * @param left the key of the entry that was left, which the same link followed again has too
 */
function nameEntry(left?: string): void {
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
 * The event that triggered loading came before React could handle it: a pointer on a link should prefetch, on a menu should open it.
 * So the event is dispatched again, as is the focus. The browser handles a click itself.
 */
function repeatFirstIntent(): void {
  // The focus first: it closes a menu that it is not in.
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  // After a touch, `:hover` stays at the place of the touch.
  const under = matchMedia('(hover: hover)').matches ? [...document.querySelectorAll(':hover')].at(-1) : undefined
  under?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
}

/** The pages of the list and the posts among the routes' data; the server sends outcomes, never promises. */
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
