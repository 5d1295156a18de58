import { parseConfig } from './config.ts'
import { createLog } from './log.ts'
import { serve } from './serve.ts'
import { createSite, readBundle } from './site.ts'

const parsed = parseConfig(process.env)
if (parsed.kind === 'problems') {
  for (const problem of parsed.problems) process.stderr.write(`${problem}\n`)
  process.exit(1)
}

const { config, withoutEffect } = parsed
const log = createLog(config.logLevel)
for (const name of withoutEffect) log.warn(`${name} is set, but has no effect yet`)

const site = createSite(config, await readBundle(), log)
await serve(site, config, log)
