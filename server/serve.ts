import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { readBundle } from './bundle/bundle.ts'
import { readEnvironment, refuseToStart, removedVariablesIn, systemClock } from './config/config.ts'
import { createHttpServer } from './http-server.ts'
import { ownOutbox } from './outbox/outbox.ts'
import { type Listener, listen } from './runtime/listen.ts'
import { createLog } from './runtime/log.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { createSite, type Site } from './site.ts'

/** Timeout for the posts: a source that hangs delays the start by 3 s at most. */
const maxWarmUpMs = 2500

/** Starts the built site with the configuration of the environment. Reads the posts, for the first visitor, then listens. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = await readEnvironment(env)
  const { host, port, metricsPort } = config
  const log = createLog(config.logLevel)
  await ownOutbox(config, log)
  if (config.mail === null) log.warn('SMTP_URL and CONTACT_TO are not set: contact messages stay in the outbox')
  if (config.newsletter === 'simulated' && config.siteUrl.startsWith('https:'))
    log.warn('NEWSLETTER=simulated thanks subscribers and discards their addresses')
  const removed = removedVariablesIn(env)
  if (removed.length > 0) log.warn({ variables: removed }, 'removed variables are still set, and ignored')

  // Without a metrics port, prom-client is not loaded.
  const metrics = metricsPort === null ? null : await (await import('./metrics/metrics.ts')).createMetrics(log)
  const site = createSite(config, await readBundle(), log, systemClock, {}, metrics?.observer)
  let accepting: Promise<void> | null = null
  const answer: RequestListener = (req, res) => {
    if (accepting === null) site.app(req, res)
    else void accepting.then(() => site.app(req, res))
  }
  const server = createHttpServer(answer, metrics?.observer.onRefusal)
  await site.restore()
  await site.warmWithin(maxWarmUpMs)

  const listeners: Listener[] = [{ server, port, variable: 'PORT' }]
  if (metrics && metricsPort !== null) {
    listeners.unshift({ server: metrics.serverFor(site.gauges), port: metricsPort, variable: 'METRICS_PORT' })
  }
  const problems = await listen(host, listeners)
  if (problems.length > 0) refuseToStart(problems)
  if (metrics) log.info({ host, port: metricsPort }, 'metrics can be read')
  void site.outbox.start()
  stopOnSignal(log, site.retire, async () => {
    accepting = acceptAll(server)
    await accepting
    await drain(server, site)
  })
  // Must be last: a supervisor may send a signal as soon as it reads this.
  const address = server.address() as AddressInfo // of a server that listens on a port
  log.info({ host, port: address.port }, 'listening')
}

/**
 * Resolves once no connection waits to be accepted. Requests wait meanwhile. A waiting connection would be reset when the server
 * closes, and proxies do not retry a POST. Node accepts one connection per turn of the event loop.
 */
async function acceptAll(server: Server): Promise<void> {
  let hasAccepted = true
  server.on('connection', () => (hasAccepted = true))
  while (hasAccepted) {
    hasAccepted = false
    await setImmediate()
  }
}

/** Accepts no new connections. Resolves once all connections are closed and all deliveries have ended. */
async function drain(server: Server, { outbox }: Site): Promise<void> {
  const delivered = outbox.stop()
  const closed = new Promise((resolve) => server.close(resolve))
  // Connections become idle once their last response is sent.
  setInterval(() => server.closeIdleConnections(), 100).unref()
  await closed
  await delivered
}
