import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Folders } from './config-folders.ts'
import { parseConfig } from './config.ts'
import { refusalToWrite } from './folder.ts'
import { createLog } from './log.ts'
import { forbidOtherLoaders } from './media/rendition.ts'
import { serve } from './serve.ts'
import { projectRoot } from './project-root.ts'
import { createSite, readBundle } from './site.ts'

const folders: Folders = {
  kindOf(path) {
    try {
      return statSync(resolve(projectRoot, path)).isDirectory() ? 'folder' : 'other'
    } catch {
      // What the site may not look at is not there for it.
      return null
    }
  },
  refusalToWrite: (path) => refusalToWrite(resolve(projectRoot, path)),
}

const parsed = parseConfig(process.env, folders)
if (parsed.kind === 'problems') {
  for (const problem of parsed.problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const { config } = parsed
const log = createLog(config.logLevel)

if (config.mail === null) log.warn('SMTP_URL and CONTACT_TO are not set: contact messages stay in the outbox')

forbidOtherLoaders()
// Where nobody asks for metrics, what counts them is not even loaded.
const metrics = config.metricsPort === null ? null : await (await import('./metrics/metrics.ts')).createMetrics(log)
const site = createSite(config, await readBundle(), log, Date.now, {}, metrics?.observer)
await serve(site, config, log, metrics?.serverFor(site.vitals), metrics?.observer.onRefusal)
