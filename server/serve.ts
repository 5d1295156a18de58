import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { createHttpServer } from './http/server.ts'
import { type Listener, listen } from './config/listen.ts'
import type { Log } from './log/log.ts'
import type { Observer } from './log/observer.ts'
import { refuseToStart } from './config/environment.ts'
import type { Site } from './site.ts'

/** How long the start waits for the posts, in milliseconds: a source that hangs delays it by 3 s at most. */
const longestWarmUpMs = 2500
/** How long the site still listens after SIGTERM, so that the proxy in front sees the 503 of `/readyz`, in milliseconds. */
const graceMs = 1500
/** A signal that comes again within so many milliseconds is the same one: a parent hands on what its whole group was sent. */
const sameSignalMs = 500
/** How long the log may take to be written at the end, in milliseconds. */
const longestFlushMs = 500
/** How long open requests may take to finish after SIGTERM, in milliseconds. */
const drainMs = 9000
/** How long the process lives after SIGTERM at the longest, in milliseconds. */
export const longestStopMs = drainMs + longestFlushMs

/**
 * Tries the lists of posts, so that the first visitor finds them, and listens, first where metrics are read. At SIGTERM or SIGINT it
 * lets open requests finish and ends the process with 0; by a second signal at once, with 128 and its number.
 */
export async function serve(
  site: Site,
  { host, port, metricsPort }: Config,
  log: Log,
  metricsServer: Server | undefined,
  onRefusal: Observer['onRefusal'] | undefined,
): Promise<void> {
  const { app, outbox, warmWithin, retire } = site
  let stoppingSince: number | null = null
  const server = createHttpServer(app, onRefusal)
  await site.connect()
  await warmWithin(longestWarmUpMs)
  const metrics: Listener[] =
    metricsServer && metricsPort !== null
      ? [{ server: metricsServer, port: metricsPort, variable: 'METRICS_PORT' }]
      : []
  const problems = await listen(host, [...metrics, { server, port, variable: 'PORT' }])
  if (problems.length > 0) refuseToStart(problems)
  if (metrics.length > 0) log.info({ host, port: metricsPort }, 'metrics can be read')
  void outbox.start()

  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince < sameSignalMs) return
      log.warn({ signal }, 'ended at once, by a second signal')
      return void leave(log, 128 + constants.signals[signal])
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    retire()
    // A developer's terminal has no proxy in front.
    setTimeout(() => drain(server, site, log), signal === 'SIGINT' ? 0 : graceMs)
    setTimeout(() => {
      log.warn('some requests or deliveries did not finish in time')
      void leave(log)
    }, drainMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.npm_lifecycle_event === 'start') {
    onParentGone(() => {
      if (stoppingSince === null) stop('SIGTERM')
    })
  }
  // Last: a supervisor that has read it may send a signal.
  const address = server.address() as AddressInfo // of a server that listens on a port
  log.info({ host, port: address.port }, 'listening')
  void site.checkSharp()
}

/** npm hands a signal to its shell, which ends by it and tells the site nothing. */
function onParentGone(onGone: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 200).unref()
}

/** Takes no new connection, and ends the process when the last one has closed and no delivery is under way. */
function drain(server: Server, { outbox, disconnect }: Site, log: Log): void {
  const delivered = outbox.stop()
  server.close(async () => {
    await delivered
    await disconnect()
    log.info('stopped')
    await leave(log)
  })
  // Connections become idle once their last response is sent.
  setInterval(() => server.closeIdleConnections(), 100).unref()
}

/** Ends the process once the log is written, at the latest synchronously as the process exits. */
async function leave(log: Log, status = 0): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => log.flush(() => resolve())), delay(longestFlushMs)])
  process.exit(status)
}
