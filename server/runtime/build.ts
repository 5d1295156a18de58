import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { projectRoot } from './project-root.ts'

export type Build = {
  version: string
  /** Equal for equal builds. */
  build: string
}

/** Identifies the build in dist. */
export async function readBuild(): Promise<Build> {
  const read = (path: string) => readFile(join(projectRoot, path), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')))
  const hash = createHash('sha256').update(await read('dist/server/main.js'))
  return {
    version,
    build: hash
      .update(await read('dist/client/.vite/manifest.json'))
      .digest('hex')
      .slice(0, 12),
  }
}
