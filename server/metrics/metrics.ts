import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Server } from 'node:http'
import * as z from 'zod'
import type { Log } from '../log/log.ts'
import type { Observer } from '../log/observer.ts'
import { projectRoot } from '../config/project-root.ts'
import { createCounting } from './counting.ts'
import { createMetricsServer } from './listener.ts'
import { createRegistry, type Vitals } from './registry.ts'

export type Metrics = {
  observer: Observer
  /** What answers scrapes, for whoever listens. */
  serverFor: (vitals: Vitals) => Server
}

/** Imported where `METRICS_PORT` is set, and there alone: what it needs takes memory. */
export async function createMetrics(log: Log): Promise<Metrics> {
  const { counts, observer } = createCounting()
  const build = await readBuild()
  return { observer, serverFor: (vitals) => createMetricsServer(createRegistry(counts, vitals, build), log) }
}

async function readBuild() {
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
