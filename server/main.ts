import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languages } from '../shared/language.ts'
import { parseConfig } from './config.ts'
import { createLog } from './log.ts'
import { forbidOtherLoaders } from './media/rendition.ts'
import { serve } from './serve.ts'
import { projectRoot } from './project-root.ts'
import { createSite, readBundle } from './site.ts'

const parsed = parseConfig(process.env)
if (parsed.kind === 'problems') {
  for (const problem of parsed.problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const { config } = parsed
const log = createLog(config.logLevel)

if (config.ghost === null) {
  const folder = resolve(projectRoot, config.posts.directory)
  const missing = languages.map((language) => join(folder, language)).filter((path) => !existsSync(path))
  if (missing.length > 0) {
    process.stderr.write(
      `CONTENT_DIR: ${missing.join(' and ')} cannot be found; expected a folder with fr and en in it\n`,
    )
    process.exit(1)
  }
}

if (config.mail === null) log.warn('SMTP_URL and CONTACT_TO are not set: contact messages stay in the outbox')

forbidOtherLoaders()
// Where nobody asks for metrics, what counts them is not even loaded.
const metrics = config.metricsPort === null ? null : await (await import('./metrics/metrics.ts')).createMetrics(log)
const site = createSite(config, await readBundle(), log, Date.now, {}, metrics?.observer)
await serve(site, config, log, metrics?.serverFor(site.vitals))
