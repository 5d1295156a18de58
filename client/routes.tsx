import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
import { defaultLanguage, type Language, languages, localise } from '../shared/language.ts'
import type { PreviewOutcome } from '../shared/post.ts'
import { type PageId, pageIds, pages, previewPath } from '../shared/site-map.ts'
import type { PageOptions, PageSource } from './context/loader-data.ts'
import { ErrorScreen, FailedPage } from './error-screen/error-screen.tsx'
import { Layout } from './layout/layout.tsx'
import { addStyleSheet } from './context/style-sheet.ts'

/** The exports of a page's module. */
type PageModule = {
  Page: () => React.ReactNode
  /** The page's own style sheets. */
  styleSheets?: readonly string[]
  /** The page's data besides its texts. */
  load?: (args: LoaderFunctionArgs, source: PageSource) => object | Promise<object>
}

const modules = import.meta.glob<PageModule>('./pages/*.tsx')

/**
 * Loads a page's code, `pages/<page>.tsx`, and its style sheets. Rejects if a file is gone or the connection fails.
 */
export async function loadPage(page: PageId): Promise<PageModule> {
  const load = modules[`./pages/${page}.tsx`]
  if (load === undefined) throw new Error(`client/pages/${page}.tsx: not found; expected the module of the page`)
  const module = await load()
  if (import.meta.env.SSR) return module
  const areStyled = await Promise.all((module.styleSheets ?? []).map(addStyleSheet))
  if (areStyled.includes(false)) throw new Error(`client/pages/${page}.tsx: a style sheet could not be loaded`)
  return module
}

export type RouteOptions = PageOptions & {
  /** Whether the visitor goes back or forward in the history. */
  isTraversal: () => boolean
  /** The post of a preview. Null on every other page: there is no route for previews then. */
  preview: PreviewOutcome | null
  languageAt: (pathname: string) => Language
}

/**
 * The page table, once for each language prefix. A parameter would accept `/xx`. A router's basename cannot change, so the toggle
 * would need a page load (docs/decisions/001-two-route-trees.md).
 */
export function createPageRoutes(options: RouteOptions): RouteObject[] {
  const { isTraversal, preview, languageAt, loadTexts, onLoadError } = options

  const pageRoute = (page: PageId, prefix: Language): RouteObject => ({
    id: `${prefix}:${page}`,
    path: localise(pages[page].path, prefix),
    caseSensitive: true,
    // Not in `lazy`, which runs once: the toggle may need the same page in the other language.
    async loader(args) {
      const language = languageAt(new URL(args.request.url).pathname)
      const loaded = Promise.all([loadPage(page), loadTexts(language, page)])
      const [{ load }] = await loaded.catch(onLoadError)
      // The scroll position can only be restored if the page is complete.
      const deferred: PageSource['deferred'] = async (outcome) => ({ outcome: isTraversal() ? await outcome : outcome })
      return load?.(args, { ...options, language, deferred }) ?? null
    },
    lazy: async () => {
      const { Page } = await loadPage(page).catch(onLoadError)
      return { Component: Page }
    },
  })

  const previewRoute: RouteObject = {
    id: previewRouteId,
    path: previewPath(':uuid'),
    caseSensitive: true,
    loader: () => ({ preview }),
    lazy: async () => {
      const [{ Preview }] = await Promise.all([import('./pages/article.tsx'), loadPage('article')]).catch(onLoadError)
      return { Component: Preview }
    },
  }

  return languages.map((language) => ({
    id: language,
    path: localise('/', language),
    caseSensitive: true,
    Component: Layout,
    ErrorBoundary: FailedPage,
    children: [
      ...pageIds.map((page) => pageRoute(page, language)),
      // A preview has one address. Its language is that of its post.
      ...(preview !== null && language === defaultLanguage ? [previewRoute] : []),
      { id: `${language}:unmatched`, path: '*', element: <ErrorScreen reason="notFound" /> },
    ],
  }))
}

export const previewRouteId = 'preview'
