/**
 * This folder reads what `npm run build` has written to dist: the browser's files, and the posts of Markdown files. In development,
 * Vite serves the browser's files instead. It guarantees that a build beside a running site changes nothing for visitors: files are
 * read once, at the start. It knows nothing about how pages are rendered.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { readBuild } from '../runtime/build.ts'
import { projectRoot } from '../runtime/project-root.ts'
import type { InlineTexts } from '../http/security-headers.ts'
import { type AssetsFor, readPageAssets } from './assets.ts'
import { createStaticFiles } from './static-files.ts'
import { type BuiltPosts, readBuiltPosts } from '../posts/posts.ts'
import type { GlyphOutlines } from '../runtime/title-layout.ts'

export type { AssetsFor }

export type Bundle = {
  assetsFor: AssetsFor
  /** The inline styles of each page, and the inline scripts of all pages. */
  inlineTexts: InlineTexts
  staticFiles: RequestHandler
  development: boolean
  /** The glyphs for titles of share images; null in development. */
  glyphOutlines: GlyphOutlines | null
  /** Reads the posts that the build made from Markdown files. */
  readBuiltPosts: () => Promise<BuiltPosts>
}

/** Reads the bundle from dist. Rejects if it is missing. */
export async function readBundle(): Promise<Bundle> {
  const folder = join(projectRoot, 'dist/client')
  const [assets, { build }, staticFiles, glyphOutlines] = await Promise.all([
    readPageAssets(folder),
    readBuild(),
    createStaticFiles(folder),
    readFile(join(folder, '.vite/glyph-outlines.json'), 'utf8'),
  ])
  return {
    ...assets,
    staticFiles,
    development: false,
    glyphOutlines: JSON.parse(glyphOutlines) as GlyphOutlines, // of build/share-image.ts
    readBuiltPosts: () => readBuiltPosts(join(projectRoot, 'dist/server/posts.json'), build),
  }
}
