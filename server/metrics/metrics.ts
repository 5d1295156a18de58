/**
 * Metrics in Prometheus' format, on their own port. Rooms report events to an `Observer` and know nothing about metrics. This folder
 * knows nothing about what it counts.
 */
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { type Build, readBuild } from '../runtime/build.ts'
import type { Log } from '../runtime/log.ts'
import { createGauges, type Gauges } from './gauges.ts'
import { createRecorder } from './recorder.ts'

/** Imported only if `METRICS_PORT` is set, because prom-client takes memory. */
export async function createMetrics(log: Log) {
  const build = await readBuild()
  const registry = createRegistry()
  return {
    observer: createRecorder(registry),
    /** A server for scrapes; the caller makes it listen. */
    serverFor: (gauges: Gauges) => createMetricsServer(createScrape(registry, gauges, build), log),
  }
}

/** Collects process metrics: memory, heap, processor, garbage collection, file descriptors. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // These mislead: event-loop lags are 10 ms at rest and `Nan` between close scrapes, and the totals are gauges named as counters.
  for (const { name } of registry.getMetricsAsArray()) {
    if (/^nodejs_(eventloop_lag|active_\w+_total$)/.test(name)) registry.removeSingleMetric(name)
  }
  return registry
}

/**
 * @returns a function that reads all metrics, in Prometheus' format 0.0.4
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createScrape(registry: Registry, gauges: Gauges, build: Build): () => Promise<string> {
  const update = createGauges(registry, gauges, build)
  return async () => {
    await update()
    return registry.metrics()
  }
}

/** Answers only `GET /metrics`, on a port that visitors do not reach. */
function createMetricsServer(scrape: () => Promise<string>, log: Log): Server {
  return createServer(async (req, res) => {
    const [path] = (req.url ?? '').split('?', 1)
    if (path !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') return void res.writeHead(405, { Allow: 'GET, HEAD' }).end()
    try {
      const text = await scrape()
      res.writeHead(200, {
        'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE,
        'Content-Length': Buffer.byteLength(text),
        'Cache-Control': 'no-store',
      })
      res.end(req.method === 'HEAD' ? undefined : text)
    } catch (error) {
      log.error({ err: error }, 'metrics could not be read')
      res.writeHead(500).end()
    }
  })
}
