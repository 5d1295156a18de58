import '@vitejs/plugin-react/preamble'
import './styles/global.css'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, createPath, matchRoutes, type RouteObject, RouterProvider } from 'react-router-dom'
import type { FindOutcome } from '../shared/post.ts'
import type { PageOutcome, TopicOutcome } from '../shared/post-list.ts'
import { createBrowserLanguage } from './navigation/browser-language.ts'
import { createBrowserPosts } from './browser-posts.ts'
import { Document } from './document.tsx'
import { createBrowserTexts } from './context/i18n.ts'
import { keyHistory } from './navigation/history-keys.ts'
import type { ListState } from './navigation/list-state.ts'
import { createPageTurn } from './navigation/page-turn.ts'
import { laterStyle, servedText } from './context/page-assets.ts'
import { type PageData, pageDataId } from './context/page-data.ts'
import { patient } from './navigation/patient-router.ts'
import { createPrefetch } from './prefetch.ts'
import type { PreviewData } from './context/loader-data.ts'
import { createRoutes, previewRouteId } from './routes.tsx'
import { type Site, SiteProvider } from './context/site.tsx'

// By its element too: a heading of an article may have the same id.
const block = servedText(`script#${pageDataId}`)
// The error screen of a page that failed carries no data: it stays as the server sent it.
// Not awaited here: the page's modules wait for this one.
if (block) void hydrate(block)

async function hydrate(data: string) {
  const { language, url, year, botCheck, pageSize, loaderData } = JSON.parse(data) as PageData
  const texts = createBrowserTexts()
  const { languageAt, choose, note } = createBrowserLanguage(language)
  const posts = createBrowserPosts({ language, outcomes: servedOutcomes(loaderData) }, pageSize)
  const { prefetch, isReady } = createPrefetch(posts, languageAt)
  // Not there yet while the first page's own modules are loading.
  let router: ReturnType<typeof createBrowserRouter> | null = null
  const routes = createRoutes({
    posts,
    // A page that a link leads to asks for its stamp when somebody begins to write.
    form: null,
    preview: (loaderData[previewRouteId] as PreviewData | undefined)?.preview ?? null,
    pageSize,
    listStart: () => (router?.state.navigation.location?.state as ListState | undefined)?.start ?? null,
    languageAt,
    onTexts: texts.add,
    // After a deployment the modules of an open tab are gone: its next page comes from the server, with its own.
    onUnloadable(error) {
      const next = router?.state.navigation.location
      if (next === undefined) throw error
      window.location.assign(next.pathname + next.search + next.hash)
      return new Promise(() => {})
    },
  })
  const { style = null } = document.querySelector<HTMLElement>('[data-entry]')?.dataset ?? {}
  const [styled] = await Promise.all([addStyle(style), resolveLazyRoutes(routes)])
  // Without the looks of the next page, links go on to load it whole.
  if (!styled) return
  // Gone back from meanwhile: the page of that address is on its way.
  if (window.onpopstate?.(new PopStateEvent('popstate')) === false) return
  const pageTurn = createPageTurn(isReady)
  keyHistory()
  note()
  const browserRouter = createBrowserRouter(routes, { hydrationData: { loaderData } })
  router = browserRouter
  const site: Site = {
    url,
    year,
    botCheck,
    languageAt,
    choose,
    prefetch,
    goTo(path) {
      // A link to the page that it is on leaves no entry in the history, as in a browser.
      if (path === createPath(browserRouter.state.location)) void browserRouter.navigate(path, { replace: true })
      else pageTurn.turn(path, () => browserRouter.navigate(path))
    },
    isTurning: pageTurn.isTurning,
    textsIn: texts.in,
  }
  browserRouter.subscribe(({ navigation }) => {
    if (navigation.state === 'idle') note()
  })
  const tree = (
    <StrictMode>
      <Document language={language}>
        <SiteProvider site={site}>
          <RouterProvider router={patient(browserRouter, pageTurn.show)} />
        </SiteProvider>
      </Document>
    </StrictMode>
  )
  // A transition is rendered in slices, between which the page answers; the first render would be one task otherwise.
  startTransition(() => void hydrateRoot(document, tree))
}

/** Adds the style sheet of all pages to this page's part of it; false where it cannot be had. */
function addStyle(href: string | null): Promise<boolean> {
  if (href === null) return Promise.resolve(true)
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    // React puts its own behind one of the same precedence, else before all others: then a browser looks for every font anew,
    // and text that has kept the fallback changes under its reader's eyes.
    link.dataset.precedence = laterStyle
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => resolve(false))
    document.head.append(link)
  })
}

/** Of the routes' data, what is a page of the list or a post; the server sends outcomes, never promises. */
function servedOutcomes(loaderData: Record<string, unknown>): (PageOutcome | FindOutcome)[] {
  return Object.values(loaderData).flatMap((data): (PageOutcome | FindOutcome)[] => {
    if (data === null || typeof data !== 'object' || !('outcome' in data)) return []
    const outcome = data.outcome as PageOutcome | TopicOutcome | FindOutcome // what the loaders in routes.tsx return
    return outcome.kind === 'topic' ? [] : [outcome]
  })
}

/**
 * A lazy route that is matched at the start would run its loader again and blank the page while its module loads
 * (remix-run/react-router#12563). So its module comes first, and the route is no longer lazy.
 */
async function resolveLazyRoutes(routes: RouteObject[]) {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
