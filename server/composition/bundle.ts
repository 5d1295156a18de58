import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { projectRoot } from '../config/project-root.ts'
import type { InlineTexts } from '../http/security-headers.ts'
import { readPageAssets } from '../pages/assets.ts'
import type { AssetsFor } from '../pages/handler.ts'
import { createStaticFiles } from '../pages/static-files.ts'
import { createPostThread, type PostThread } from '../posts/ghost/post-thread.ts'

/** The built parts: the browser's files, and the module that makes posts. In development Vite serves the former. */
export type Bundle = {
  assetsFor: AssetsFor
  /** The texts of the style and script elements that pages carry: of the styles, each page's own. */
  inlineTexts: InlineTexts
  staticFiles: RequestHandler
  development: boolean
  /** Makes posts of what Ghost sends; null where it is not built. */
  postThread: PostThread | null
}

/** The bundle as `npm run build` has left it in dist; rejects where it is not there. */
export async function readBundle(): Promise<Bundle> {
  const folder = join(projectRoot, 'dist/client')
  return {
    ...(await readPageAssets(folder)),
    staticFiles: await createStaticFiles(folder),
    development: false,
    postThread: createPostThread(join(projectRoot, 'dist/server/post-worker.js')),
  }
}
