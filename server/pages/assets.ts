import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { RequestHandler } from 'express'
import * as z from 'zod'
import type { PageAssets } from '../../client/entry-server.tsx'
import { type PageId, pageIds } from '../../shared/site-map.ts'
import { type Representation, represent, suffixes } from '../http/content-encoding.ts'
import { typeOfFile } from '../http/file-types.ts'
import { HttpError, methodNotAllowed } from '../http/http-error.ts'
import { decoded } from '../http/language.ts'
import { type InlineTexts, securedAsFile } from '../http/security-headers.ts'
import { send } from '../http/send.ts'

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
})

const manifest = z.record(z.string(), chunk)

/** Of each page (`error`: of the error screen), its part of the style sheet: see build/page-styles.ts. */
const pageStyles = z.record(z.string(), z.string())

/** What a page loads at once, and what that loads when the visitor needs it. */
const starter = 'client/entry-bootstrap.ts'
const entry = 'client/entry-client.tsx'

/** The style sheet of all pages; what is of one kind of page alone is among its assets. */
const styleSheet = 'style.css'

/** How the browser's bundle is found. */
export type ClientFiles = {
  /** `null` is the error screen. */
  assetsFor: (page: PageId | null) => PageAssets
  /** The texts of the style and script elements that pages have. */
  inlineTexts: InlineTexts
}

/**
 * Reads Vite's manifest: which files the browser needs for a page, and the style and the starter that are sent within it. Files
 * of their own would cost a telephone a round trip each (docs/decisions/015-first-view.md).
 *
 * @see https://vite.dev/guide/backend-integration
 */
export async function readPageAssets(folder: string): Promise<ClientFiles> {
  const read = (file: string) =>
    readFile(join(folder, file), 'utf8').catch(() => {
      throw new Error(`${folder}: holds no ${file}; expected "npm run build" to have run`)
    })
  const chunks = manifest.parse(JSON.parse(await read('.vite/manifest.json')))
  const inlineScript = (await read(chunks[starter]?.file ?? starter)).trim()
  const icon = `data:image/svg+xml,${encodeURI((await read('favicon.svg')).trim()).replaceAll('#', '%23')}`
  const parts = pageStyles.parse(JSON.parse(await read('.vite/page-styles.json')))

  /** A chunk and, before it, everything that it imports. */
  function withImports(name: string, seen = new Set<string>()): z.infer<typeof chunk>[] {
    const found = chunks[name]
    if (found === undefined || seen.has(name)) return []
    seen.add(name)
    return [...found.imports.flatMap((imported) => withImports(imported, seen)), found]
  }

  async function readPage(page: PageId | null): Promise<PageAssets> {
    const needed = [...withImports(entry), ...(page === null ? [] : withImports(`client/pages/${page}.tsx`))]
    const assets = needed.flatMap((found) => found.assets)
    const addresses = (files: string[]) => [...new Set(files)].map((file) => `/${file}`)
    const own = await Promise.all(assets.filter((file) => file.endsWith('.css')).map(read))
    return {
      fonts: addresses(assets.filter((file) => file.endsWith('.woff2'))),
      styles: [],
      inlineStyle: [parts[page ?? 'error'], ...own].join(''),
      inlineScript,
      icon,
      script: null,
      entry: `/${chunks[entry]?.file}`,
      modules: addresses(needed.map(({ file }) => file)),
      wholeStyle: `/${chunks[styleSheet]?.file}`,
    }
  }

  const error = await readPage(null)
  const pages = new Map(await Promise.all(pageIds.map(async (page) => [page, await readPage(page)] as const)))
  const assetsFor = (page: PageId | null) => (page === null ? error : (pages.get(page) ?? error))
  return { assetsFor, inlineTexts: { styleOf: (page) => assetsFor(page).inlineStyle, scripts: [inlineScript] } }
}

/** Serves the built files from memory, with the copies that the build has compressed: hashed ones for ever, the others (favicons) for a day. */
export async function createStaticFiles(folder: string): Promise<RequestHandler> {
  const files = new Map<string, Representation>()
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const type = typeOfFile(item.name)
    if (!item.isFile() || address.startsWith('/.') || type === undefined) continue
    files.set(address, represent(type, await readCopies(path)))
  }

  return (req, res, next) => {
    const file = files.get(req.path)
    const hashed = req.path.startsWith('/assets/')
    if (file === undefined) {
      // A chunk of an older build, it may be. What is no address at all is refused as everywhere.
      if (hashed && decoded(req.path) !== null) throw new HttpError(404, 'NotFoundError', 'no such file')
      return next()
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') throw methodNotAllowed(req.method, 'GET, HEAD')
    const cacheControl = hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
    securedAsFile(res)
    // Share images and icons: other sites show them when they link here, feed readers beside the feed.
    if (!hashed && file.type.startsWith('image/')) res.set('Cross-Origin-Resource-Policy', 'cross-origin')
    send(req, res, file, { headers: { 'Cache-Control': cacheControl } })
  }
}

/** A file and, where the build found it worth while, its compressed copies. */
async function readCopies(path: string) {
  const copyOf = (suffix: string) => readFile(path + suffix).catch(() => undefined)
  const [identity, br, gzip] = await Promise.all([readFile(path), copyOf(suffixes.br), copyOf(suffixes.gzip)])
  return { identity, ...(br && { br }), ...(gzip && { gzip }) }
}
