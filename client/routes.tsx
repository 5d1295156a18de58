import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'
import type { InitialFormState } from '../shared/contact-rules.ts'
import { fallback, type Language, languages, localise, otherLanguage } from '../shared/language.ts'
import type { PreviewOutcome } from '../shared/post.ts'
import { pageNumberIn, type PostSource, tagIn, topicOf } from '../shared/post-list.ts'
import { type PageId, pageIds, pages, previewPath } from '../shared/site-map.ts'
import type { PageTexts } from './context/i18n.ts'
import {
  type ArticleData,
  type BlogData,
  type ContactData,
  mapMaybePromise,
  type TagData,
} from './context/loader-data.ts'
import { ErrorScreen, FailedPage } from './layout/error-screen.tsx'
import { Layout } from './layout/layout.tsx'

/** What the module of a page exports. */
type PageModule = {
  Page: () => React.ReactNode
  texts: PageTexts
  /** Where a page has a style sheet of its own. */
  styleSheet?: string
}

const modules = import.meta.glob<PageModule>('./pages/*.tsx')

/** A page's code and texts, `pages/<page>.tsx`; rejects where the module is no longer there, or the connection is gone. */
export async function loadPage(page: PageId): Promise<PageModule> {
  const load = modules[`./pages/${page}.tsx`]
  if (load === undefined) throw new Error(`client/pages/${page}.tsx: not found; expected the module of the page`)
  return load()
}

type Loader = (args: LoaderFunctionArgs) => Promise<BlogData | ArticleData | TagData> | ContactData

export type RouteOptions = {
  posts: PostSource
  /** Posts on one page of the blog list; 0: all. */
  pageSize: number
  /** The first of the pages that the next one is added to; null where it is shown alone. */
  listStart: () => number | null
  /** Whether the visitor goes back or forward in the history. */
  isTraversal: () => boolean
  /** What the server has put into the page's form. */
  form: InitialFormState | null
  /** The post of a preview's page; null on every other page, where a preview's address is unmatched. */
  preview: PreviewOutcome | null
  languageAt: (pathname: string) => Language
  /** Called with a page's texts before the page is shown. */
  onTexts: (texts: PageTexts) => void
  /** Called where a page's code could not be loaded; never resolves, or throws. */
  onUnloadable: (error: unknown) => Promise<never>
}

/**
 * The page table, once for each language prefix: a parameter would accept `/xx`, and a router's basename is fixed when it
 * is made, so the toggle could not switch without a page load (docs/decisions/001-two-route-trees.md).
 */
export function createPageRoutes(options: RouteOptions): RouteObject[] {
  const { posts, pageSize, listStart, isTraversal, form, preview, languageAt, onTexts, onUnloadable } = options
  const languageOfRequest = (request: Request) => languageAt(new URL(request.url).pathname)

  /** Back and forward wait for their posts: only a page that is whole can be scrolled to the place that was left. */
  async function deferred<T>(outcome: T | Promise<T>): Promise<{ outcome: T | Promise<T> }> {
    return { outcome: isTraversal() ? await outcome : outcome }
  }

  const loaders: Partial<Record<PageId, Loader>> = {
    async blog({ request }) {
      const language = languageOfRequest(request)
      const number = pageSize === 0 ? 1 : pageNumberIn(new URL(request.url).searchParams)
      const start = listStart() ?? number
      const outcome = posts.page(language, number)
      const above = Array.from({ length: number - start }, async (_, index) => posts.page(language, start + index))
      return {
        number,
        above: await Promise.all(above),
        // What is added is waited for: until it is there, the list stays as it is.
        ...(above.length > 0 ? { outcome: await outcome } : await deferred(outcome)),
        email: form?.draft?.email ?? null,
      }
    },
    contact: () => ({ form }),
    async article({ request, params: { slug = '' } }) {
      return { slug, ...(await deferred(posts.find(languageOfRequest(request), slug))) }
    },
    async tag({ request, params: { slug = '' } }) {
      const language = languageOfRequest(request)
      const other = otherLanguage(language)
      const alternates = languages.filter((one) => one !== other || tagIn(posts.peekList(other), slug) !== undefined)
      const outcome = mapMaybePromise(posts.list(language), (list) => topicOf(list, slug))
      return { slug, alternates, ...(await deferred(outcome)) }
    },
  }

  const pageRoute = (page: PageId, language: Language): RouteObject => ({
    id: routeId(page, language),
    path: localise(pages[page].path, language),
    caseSensitive: true,
    loader: loaders[page],
    lazy: async () => {
      const { Page, texts } = await loadPage(page).catch(onUnloadable)
      onTexts(texts)
      return { Component: Page }
    },
  })

  const previewRoute: RouteObject = {
    id: previewRouteId,
    path: previewPath(':uuid'),
    caseSensitive: true,
    loader: () => ({ preview }),
    lazy: async () => {
      const { Preview, texts } = await import('./pages/article.tsx').catch(onUnloadable)
      onTexts(texts)
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
      // A preview speaks the language of its post, and has one address.
      ...(preview !== null && language === fallback ? [previewRoute] : []),
      { id: `${language}:unmatched`, path: '*', element: <ErrorScreen reason="notFound" /> },
    ],
  }))
}

export const previewRouteId = 'preview'

function routeId(page: PageId, language: Language): string {
  return `${language}:${page}`
}
