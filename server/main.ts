import { readBundle } from './composition/bundle.ts'
import { readEnvironment } from './config/environment.ts'
import { createLog } from './runtime/log.ts'
import { serve } from './serve.ts'
import { createSite } from './site.ts'

const config = await readEnvironment(process.env)
const log = createLog(config.logLevel)

if (config.mail === null) log.warn('SMTP_URL and CONTACT_TO are not set: contact messages stay in the outbox')

// Without a port for metrics, prom-client is not even loaded.
const metrics = config.metricsPort === null ? null : await (await import('./metrics/metrics.ts')).createMetrics(log)
const site = createSite(config, await readBundle(), log, Date.now, {}, metrics?.observer)
await serve(site, config, log, metrics?.serverFor(site.gauges), metrics?.observer.onRefusal)
