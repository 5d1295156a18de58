import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as TestEntry from '../../build/test-entry.ts'
import { projectRoot } from '../../server/runtime/project-root.ts'

/** The built parts of a site. Node itself loads them, once a worker, with the production build of React. */
export const { createHttpServer, createLog, createMetrics, createSite, parseConfig, readBundle } = (await import(
  /* @vite-ignore */ pathToFileURL(join(projectRoot, 'dist/server/test-entry.js')).href
)) as typeof TestEntry
