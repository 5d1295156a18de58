import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { readBuild } from '../runtime/build.ts'
import { projectRoot } from '../runtime/project-root.ts'
import type { InlineTexts } from '../http/security-headers.ts'
import { type AssetsFor, readPageAssets } from './assets.ts'
import { createStaticFiles } from './static-files.ts'
import { type BuiltPosts, readBuiltPosts } from '../posts/markdown/built-posts.ts'
import type { Letters } from '../share-images/title.ts'

export type { AssetsFor }

/** The built parts: the browser's files, and the posts of Markdown files. In development Vite serves the former. */
export type Bundle = {
  assetsFor: AssetsFor
  /** The texts of the style and script elements that pages carry: of the styles, each page's own. */
  inlineTexts: InlineTexts
  staticFiles: RequestHandler
  development: boolean
  /** The letters that titles of share images are drawn with; null where they are not built. */
  letters: Letters | null
  /** The posts that the build has made of Markdown files. */
  readBuiltPosts: () => Promise<BuiltPosts>
}

/** The bundle as `npm run build` has left it in dist; rejects where it is not there. */
export async function readBundle(): Promise<Bundle> {
  const folder = join(projectRoot, 'dist/client')
  const [assets, { build }, staticFiles, letters] = await Promise.all([
    readPageAssets(folder),
    readBuild(),
    createStaticFiles(folder),
    readFile(join(folder, '.vite/letters.json'), 'utf8'),
  ])
  return {
    ...assets,
    staticFiles,
    development: false,
    letters: JSON.parse(letters) as Letters, // of build/share-image.ts
    readBuiltPosts: () => readBuiltPosts(join(projectRoot, 'dist/server/posts.json'), build),
  }
}
