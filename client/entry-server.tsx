import { Writable } from 'node:stream'
import type { i18n } from 'i18next'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom'
import type { BotCheckProvider, InitialFormState } from '../shared/contact-rules.ts'
import type { Language } from '../shared/language.ts'
import type { PreviewOutcome } from '../shared/post.ts'
import { noPosts, type PostSource } from '../shared/post-list.ts'
import type { NearPage, PageId } from '../shared/site-map.ts'
import { Document } from './document.tsx'
import { type ErrorReason, ErrorScreen, type RefusalReason, RefusalScreen } from './error-screen/error-screen.tsx'
import { Layout } from './layout/layout.tsx'
import type { PageAssets } from './context/page-assets.ts'
import { type PageData, toJsonBlock } from './context/page-data.ts'
import { createPageRoutes, type RouteOptions } from './routes.tsx'
import { BootstrapScript, DataBlock, HeadAssets } from './head-assets.tsx'
import { SiteProvider, type SiteValue } from './context/site.tsx'

export type { PageAssets }

/** The reason for an error screen. */
export type FailureReason = ErrorReason | RefusalReason

/** What a document needs besides its posts. */
export type RenderContext = {
  language: Language
  /** An i18next instance in that language. */
  texts: i18n
  siteUrl: string
  year: number
  botCheck: BotCheckProvider
  assets: PageAssets
  /** The page that the visitor may have meant. A screen that names it is not hydrated. */
  near?: NearPage | undefined
}

/** A page to render: its path with the known part of its query, and the data read for it. */
export type RenderRequest = RenderContext & {
  page: PageId | null
  path: string
  posts: PostSource
  /** Posts on one page of the blog list; 0: all. */
  pageSize: number
  /** For a page whose form the server fills. */
  form: InitialFormState | null
}

/**
 * Renders one page as a whole document.
 *
 * @returns the HTML, from `<!DOCTYPE html>` on
 * @throws the error of a loader or component, so that a failed page is never sent in part
 */
export async function renderPage({ page, path, posts, pageSize, form, ...context }: RenderRequest): Promise<string> {
  return renderRoutes(page, path, { posts, pageSize, form, preview: null }, context)
}

export type PreviewContext = RenderContext & Pick<RenderRequest, 'path' | 'pageSize'>

/** Renders the preview of an unpublished post; `path` is the preview's own. */
export async function renderPreview(
  preview: PreviewOutcome,
  { path, pageSize, ...context }: PreviewContext,
): Promise<string> {
  return renderRoutes('article', path, { posts: noPosts, pageSize, form: null, preview }, context)
}

function renderRoutes(
  page: PageId | null,
  path: string,
  shown: Pick<RouteOptions, 'posts' | 'pageSize' | 'form' | 'preview'>,
  context: RenderContext,
): Promise<string> {
  const languageAt = () => context.language
  const routes = createPageRoutes({
    ...shown,
    isTraversal: () => false,
    languageAt,
    loadTexts: () => Promise.resolve(),
    // On the server all code is available.
    onLoadError(error) {
      throw error
    },
  })
  return render(routes, path, context, (loaderData): PageData => ({
    page,
    language: context.language,
    url: context.siteUrl,
    year: context.year,
    botCheck: context.botCheck,
    pageSize: shown.pageSize,
    loaderData,
  }))
}

/** Renders the error screen without loaders, lazy pages or hydration, so that the failure cannot repeat. */
export async function renderFailure(reason: FailureReason, context: RenderContext): Promise<string> {
  const routes: RouteObject[] = [{ Component: Layout, children: [{ path: '*', element: screenOf(reason) }] }]
  return render(routes, '/', context, () => null)
}

function screenOf(reason: FailureReason) {
  if (reason === 'notFound' || reason === 'failed') return <ErrorScreen reason={reason} />
  return <RefusalScreen reason={reason} />
}

async function render(
  routes: RouteObject[],
  path: string,
  context: RenderContext,
  dataOf: (loaderData: Record<string, unknown>) => PageData | null,
): Promise<string> {
  const handler = createStaticHandler(routes)
  const result = await handler.query(new Request(new URL(path, context.siteUrl)))
  if (result instanceof Response) throw new Error(`a loader answered with a response (${result.status}); expected data`)
  const failures: unknown[] = Object.values(result.errors ?? {})
  if (failures.length > 0) throw new Error(`the page at ${path} failed`, { cause: failures[0] })

  const site: SiteValue = {
    url: context.siteUrl,
    year: context.year,
    botCheck: context.botCheck,
    near: context.near,
    languageAt: () => context.language,
    textsIn: () => context.texts,
    prefetch: () => {},
    setLanguage: () => {},
  }
  const { language, assets } = context
  const data = context.near ? null : dataOf(result.loaderData)
  const head = (
    <>
      <HeadAssets assets={assets} language={language} />
      {data !== null && <BootstrapScript assets={assets} />}
    </>
  )
  const tail = data !== null && <DataBlock text={toJsonBlock(data)} />
  return renderToText(
    <Document language={language} head={head} tail={tail}>
      <SiteProvider value={site}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, result)}
          context={result}
          hydrate={false}
        />
      </SiteProvider>
    </Document>,
  )
}

/**
 * React writes `hrefLang` and `charSet`. Browsers accept any case (HTML Standard, "attributes"), but some programs that read heads do
 * not.
 */
function withPlainHead(html: string): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end).replace(/ (?:charSet|hrefLang|crossOrigin)=/g, (name) => name.toLowerCase())
  return head + html.slice(end)
}

/** Waits for the whole document. All data is available before, so streaming would only lose the ETag and the status. */
function renderToText(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(withPlainHead(Buffer.concat(chunks).toString('utf8')))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(tree, {
      // Otherwise React 19.2 moves large Suspense content behind inline scripts (facebook/react#34966).
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    })
  })
}
