import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { readBundle } from './bundle/bundle.ts'
import { systemClock } from './config/context.ts'
import { readEnvironment, refuseToStart } from './config/environment.ts'
import { removedVariablesIn } from './config/removed-variables.ts'
import { createHttpServer } from './http-server.ts'
import { ownOutbox } from './outbox/ownership.ts'
import { type Listener, listen } from './runtime/listen.ts'
import { createLog } from './runtime/log.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { createSite, type Site } from './site.ts'

/** How long the start waits for the posts, in milliseconds: a source that hangs delays it by 3 s at most. */
const maxWarmUpMs = 2500

/** The built site, as the environment describes it: tries the lists of posts, so that the first visitor finds them, then listens. */
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

  // Without a port for metrics, prom-client is not even loaded.
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
  // Last: a supervisor that has read it may send a signal.
  const address = server.address() as AddressInfo // of a server that listens on a port
  log.info({ host, port: address.port }, 'listening')
}

/**
 * Resolves once no connection waits to be accepted, while requests wait: one that still did would be reset when the server closes,
 * and no proxy sends its POST again. Node accepts one connection in each turn of the event loop.
 */
async function acceptAll(server: Server): Promise<void> {
  let hasAccepted = true
  server.on('connection', () => (hasAccepted = true))
  while (hasAccepted) {
    hasAccepted = false
    await setImmediate()
  }
}

/** Takes no new connection; resolves when the last one has closed and no delivery is under way. */
async function drain(server: Server, { outbox }: Site): Promise<void> {
  const delivered = outbox.stop()
  const closed = new Promise((resolve) => server.close(resolve))
  // Connections become idle once their last response is sent.
  setInterval(() => server.closeIdleConnections(), 100).unref()
  await closed
  await delivered
}
