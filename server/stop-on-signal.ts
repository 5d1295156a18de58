import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './runtime/log.ts'

/** How long the site still listens after SIGTERM, so that the proxy sees the 503 of `/readyz`. */
const graceMs = 1500
/** A second signal within this time is the same one, forwarded by the parent to which it was sent too. */
const sameSignalMs = 500
/** Timeout for writing the log at the end. */
const maxFlushMs = 500
/** Timeout for open requests after SIGTERM. */
const drainMs = 9000
/** The maximum time from SIGTERM to the end of the process. */
export const maxStopMs = drainMs + maxFlushMs

/**
 * On SIGTERM or SIGINT, waits for open requests and exits with 0. A second signal exits at once, with 128 plus its number.
 *
 * @param retire called immediately
 * @param drain called after the grace period; resolves once all requests and deliveries have ended
 */
export function stopOnSignal(log: Log, retire: () => void, drain: () => Promise<void>): void {
  let stoppingSince: number | null = null

  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince < sameSignalMs) return
      log.warn({ signal }, 'Second signal, exiting at once')
      return void leave(log, 128 + constants.signals[signal])
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    retire()
    const finish = async () => {
      await drain()
      log.info('stopped')
      await leave(log)
    }
    // In a developer's terminal there is no proxy.
    setTimeout(finish, signal === 'SIGINT' ? 0 : graceMs)
    setTimeout(() => {
      log.warn('Some requests or deliveries did not finish in time')
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
}

/** npm sends a signal to its shell only, which ends without forwarding it. */
function onParentGone(onGone: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onGone()
  }, 200).unref()
}

/** Exits once the log is written. What is left is written synchronously on exit. */
async function leave(log: Log, status = 0): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => log.flush(() => resolve())), delay(maxFlushMs)])
  process.exit(status)
}
