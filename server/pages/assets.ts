import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { PageAssets } from '../../client/entry-server.tsx'
import { fallback, type Language, languages } from '../../shared/language.ts'
import { namespaceOf, type PageId, pageIds } from '../../shared/site-map.ts'

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
})

const manifest = z.record(z.string(), chunk)

/** Each page's part of the style sheet (`error`: the error screen's): see build/page-styles.ts. */
const pageStyles = z.record(z.string(), z.string())

/** The script that a page carries within it, and the one which that loads when the visitor needs it. */
const bootstrap = 'client/entry-bootstrap.ts'
const entry = 'client/entry-client.tsx'

/** The style sheet of all pages; styles of one kind of page alone are among its assets. */
const styleSheet = 'style.css'

/**
 * Reads Vite's manifest: which files the browser needs for a page, and the style and the bootstrap that are sent within it. Files
 * of their own would cost a telephone a round trip each (docs/decisions/015-first-view.md).
 *
 * @returns the files of each page, `null` being the error screen, and the texts of the style and script elements within pages
 * @see https://vite.dev/guide/backend-integration
 */
export async function readPageAssets(folder: string) {
  const read = (file: string) =>
    readFile(join(folder, file), 'utf8').catch(() => {
      throw new Error(`${folder}: holds no ${file}; expected "npm run build" to have run`)
    })
  const chunks = manifest.parse(JSON.parse(await read('.vite/manifest.json')))
  const inlineScript = (await read(chunks[bootstrap]?.file ?? bootstrap)).trim()
  const icon = `data:image/svg+xml,${encodeURI((await read('favicon.svg')).trim()).replaceAll('#', '%23')}`
  const parts = pageStyles.parse(JSON.parse(await read('.vite/page-styles.json')))

  /** A chunk and, before it, everything that it imports. */
  function withImports(name: string, seen = new Set<string>()): z.infer<typeof chunk>[] {
    const found = chunks[name]
    if (found === undefined || seen.has(name)) return []
    seen.add(name)
    return [...found.imports.flatMap((imported) => withImports(imported, seen)), found]
  }

  async function readPage(page: PageId | null, language: Language): Promise<PageAssets> {
    const texts = (namespace: string) => `locales/${language}/${namespace}.json`
    const own = page === null ? [] : [`client/pages/${page}.tsx`, texts(namespaceOf(page))]
    const needed = [entry, texts('common'), ...own].flatMap((name) => withImports(name))
    const assets = needed.flatMap((found) => found.assets)
    const addresses = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)
    const ownStyles = await Promise.all(assets.filter((file) => file.endsWith('.css')).map(read))
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
    languages.map(async (language) => [keyOf(page, language), await readPage(page, language)] as const),
  )
  const all = new Map(await Promise.all(reading))
  const assetsFor = (page: PageId | null, language: Language) => {
    const assets = all.get(keyOf(page, language))
    if (assets === undefined) throw new Error(`${page}, ${language}: no page; expected one of shared/site-map.ts`)
    return assets
  }
  const styleOf = (page: PageId | null) => assetsFor(page, fallback).inlineStyle
  return { assetsFor, inlineTexts: { styleOf, scripts: [inlineScript] } }
}

function keyOf(page: PageId | null, language: Language): string {
  return `${language}:${page ?? 'error'}`
}
