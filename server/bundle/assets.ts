import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { PageAssets } from '../../client/entry-server.tsx'
import { defaultLanguage, type Language, languages } from '../../shared/language.ts'
import { namespaceOf, type PageId, pageIds } from '../../shared/site-map.ts'

/** The bundle's files that a page needs. `page` is null for the error screen; `html` is an article's own. */
export type AssetsFor = (page: PageId | null, language: Language, html?: string) => PageAssets | Promise<PageAssets>

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
})

const manifest = z.record(z.string(), chunk)

/** Each page's part of the style sheet; `error` is the error screen's. See build/page-styles.ts. */
const pageStyles = z.record(z.string(), z.string())

/** The inline script of each page, and the module that it loads when the visitor needs it. */
const bootstrap = 'client/entry-bootstrap.ts'
const entry = 'client/entry-client.tsx'

/** The style sheet of all pages. Styles of a single kind of page are assets of that page. */
const styleSheet = 'style.css'

/** The style of Ghost's cards. Articles without cards do not need these 2 KB (in Brotli). */
const cardStyle = /(^|\/)cards-[^/]*\.css$/

/** A class in an article's HTML that `client/article/article.css` does not contain. */
const cardClass = / class="(?!kg-(?:scroll|attribution|enlarge)"|hljs-|language-)/

/**
 * Reads Vite's manifest: the files that browsers need for each page, and its inline style and script. As files, these would cost
 * a phone a round trip each (docs/decisions/015-first-view.md).
 *
 * @returns the files of each page (`null` is the error screen), and the inline texts of all pages
 * @see https://vite.dev/guide/backend-integration
 */
export async function readPageAssets(folder: string) {
  const read = (file: string) =>
    readFile(join(folder, file), 'utf8').catch(() => {
      throw new Error(`${folder}: has no ${file}; expected "npm run build" to have run`)
    })
  const chunks = manifest.parse(JSON.parse(await read('.vite/manifest.json')))
  const inlineScript = (await read(chunks[bootstrap]?.file ?? bootstrap)).trim()
  const icon = `data:image/svg+xml,${encodeURI((await read('favicon.svg')).trim()).replaceAll('#', '%23')}`
  const parts = pageStyles.parse(JSON.parse(await read('.vite/page-styles.json')))

  /** A chunk, preceded by everything that it imports. */
  function withImports(name: string, seen = new Set<string>()): z.infer<typeof chunk>[] {
    const found = chunks[name]
    if (found === undefined || seen.has(name)) return []
    seen.add(name)
    return [...found.imports.flatMap((imported) => withImports(imported, seen)), found]
  }

  async function readPage(page: PageId | null, language: Language, hasCards: boolean): Promise<PageAssets> {
    const texts = (namespace: string) => `locales/${language}/${namespace}.json`
    const own = page === null ? [] : [`client/pages/${page}.tsx`, texts(namespaceOf(page))]
    const needed = [entry, texts('common'), ...own].flatMap((name) => withImports(name))
    const assets = needed.flatMap((found) => found.assets)
    const addresses = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)
    const sheets = assets.filter((file) => file.endsWith('.css') && (hasCards || !cardStyle.test(file)))
    const ownStyles = await Promise.all(sheets.map(read))
    return {
      fonts: addresses(assets.filter((file) => file.endsWith('.woff2'))),
      styles: [],
      inlineStyle: [parts[page ?? 'error'], ...ownStyles].join(''),
      inlineScript,
      icon,
      script: null,
      entry: `/${chunks[entry]?.file}`,
      modules: addresses(needed.map(({ file }) => file)),
      wholeStyle: `/${chunks[styleSheet]?.file}`,
    }
  }

  const reading = [null, ...pageIds].flatMap((page) =>
    languages.flatMap((language) =>
      [false, true].map(
        async (hasCards) => [keyOf(page, language, hasCards), await readPage(page, language, hasCards)] as const,
      ),
    ),
  )
  const all = new Map(await Promise.all(reading))
  const assetsFor: AssetsFor = (page, language, html = '') => assetsOf(page, language, cardClass.test(html))
  const assetsOf = (page: PageId | null, language: Language, hasCards: boolean) => {
    const assets = all.get(keyOf(page, language, hasCards))
    if (assets === undefined) throw new Error(`${page}, ${language}: no page; expected one of shared/site-map.ts`)
    return assets
  }
  const stylesOf = (page: PageId | null) =>
    [false, true].map((hasCards) => assetsOf(page, defaultLanguage, hasCards).inlineStyle ?? '')
  return { assetsFor, inlineTexts: { stylesOf, scripts: [inlineScript] } }
}

function keyOf(page: PageId | null, language: Language, hasCards: boolean): string {
  return `${language}:${page ?? 'error'}${hasCards ? ' cards' : ''}`
}
