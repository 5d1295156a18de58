import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as TestEntry from '../../build/test-entry.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'

/** The parts of a site, as built: Node loads them itself, once a worker, with the production build of React. */
export const { createHttpServer, createLog, createMetrics, createSite, parseConfig, readBundle } = (await import(
  /* @vite-ignore */ pathToFileURL(join(projectRoot, 'dist/server/test-entry.js')).href
)) as typeof TestEntry
