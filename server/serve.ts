import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config/config.ts'
import { createHttpServer } from './http/server.ts'
import { type Door, listen } from './config/listen.ts'
import type { Log } from './log/log.ts'
import type { Observer } from './log/observer.ts'
import { refuseToStart } from './config/refuse-to-start.ts'
import type { Site } from './site.ts'
import { watchUnusedConnections } from './http/unused-connections.ts'

/** After SIGTERM the site still listens for so long, so that the proxy in front sees `/readyz` say no, in milliseconds. */
const graceMs = 1500
/** Parents hand on a signal that a terminal or a supervisor has sent to them all: so soon, it is no second one. */
const sameSignalMs = 500
/** Turns of the event loop in which nothing of weight happened, and how long they are waited for, in milliseconds. */
const quietTurnMs = 0.2
const quietTurnsNeeded = 20
const quietWithinMs = 3000
/** How long the log may take to be written at the end, in milliseconds. */
const longestFlushMs = 500
/** A connection that was open when the site stopped listening may send its first request for so long, in milliseconds. */
const firstRequestMs = 100
/** How long open requests may take to finish after SIGTERM, in milliseconds. */
export const drainMs = 9000

/**
 * Listens, first where metrics are read, until SIGTERM or SIGINT, lets open requests finish, then ends the process with 0;
 * by a second signal at once, with 128 and its number.
 */
export async function serve(
  site: Site,
  { host, port, metricsPort }: Config,
  log: Log,
  metricsServer: Server | undefined,
  onRefusal: Observer['onRefusal'] | undefined,
): Promise<void> {
  const { app, outbox, warm, retire } = site
  let stoppingSince: number | null = null
  const server = createHttpServer((req, res) => {
    if (stoppingSince !== null) res.setHeader('Connection', 'close')
    app(req, res)
  }, onRefusal)
  const cutUnused = watchUnusedConnections(server)
  await site.connect()
  const metrics: Door[] =
    metricsServer && metricsPort !== null
      ? [{ server: metricsServer, port: metricsPort, variable: 'METRICS_PORT' }]
      : []
  const problems = await listen(host, [...metrics, { server, port, variable: 'PORT' }])
  if (problems.length > 0) refuseToStart(problems)
  if (metrics.length > 0) log.info({ host, port: metricsPort }, 'metrics can be read')
  void warm()
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
    // Nobody is in front of a developer's terminal.
    setTimeout(() => atQuietMoment(() => drain(server, cutUnused, site, log)), signal === 'SIGINT' ? 0 : graceMs)
    setTimeout(() => {
      log.warn('some requests or deliveries did not finish in time')
      void leave(log)
    }, drainMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Last: a supervisor that has read it may send a signal.
  const address = server.address() as AddressInfo // of a server that listens on a port
  log.info({ host, port: address.port }, 'listening')
}

/**
 * Calls when the event loop has had nothing to do for some turns. The kernel resets the connections that it has taken and
 * the loop has not (it takes one a turn), and a proxy may not send again a form that was in one of them.
 */
function atQuietMoment(act: () => void): void {
  const latest = performance.now() + quietWithinMs
  let turn = performance.now()
  let quietTurns = 0
  const look = () => {
    const now = performance.now()
    quietTurns = now - turn < quietTurnMs ? quietTurns + 1 : 0
    turn = now
    if (quietTurns >= quietTurnsNeeded || now > latest) return act()
    setImmediate(look)
  }
  look()
}

/** Takes no new connection, and ends the process when the last one has closed and no delivery is under way. */
function drain(server: Server, cutUnused: () => void, { outbox, disconnect }: Site, log: Log): void {
  const delivered = outbox.stop()
  server.close(async () => {
    await delivered
    disconnect()
    log.info('stopped')
    await leave(log)
  })
  // A connection whose last answer was under way becomes idle later.
  setInterval(() => server.closeIdleConnections(), 100).unref()
  server.closeIdleConnections()
  // What has arrived by then is read before it is asked for.
  setTimeout(() => setImmediate(cutUnused), firstRequestMs)
}

/** Ends the process once the log is written: what is left until the very end is written synchronously. */
async function leave(log: Log, status = 0): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => log.flush(() => resolve())), delay(longestFlushMs)])
  process.exit(status)
}
