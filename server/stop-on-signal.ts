import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './runtime/log.ts'

/** How long the site still listens after SIGTERM, so that the proxy in front sees the 503 of `/readyz`, in milliseconds. */
const graceMs = 1500
/** A signal that comes again within so many milliseconds is the same one: a parent hands on what its whole group was sent. */
const sameSignalMs = 500
/** How long the log may take to be written at the end, in milliseconds. */
const maxFlushMs = 500
/** How long open requests may take to finish after SIGTERM, in milliseconds. */
const drainMs = 9000
/** How long the process lives after SIGTERM at the longest, in milliseconds. */
export const maxStopMs = drainMs + maxFlushMs

/**
 * At SIGTERM or SIGINT lets open requests finish and ends the process with 0; by a second signal at once, with 128 and its number.
 *
 * @param retire is called at once
 * @param drain is called after the grace period; resolves once nothing is answered or delivered any more
 */
export function stopOnSignal(log: Log, retire: () => void, drain: () => Promise<void>): void {
  let stoppingSince: number | null = null

  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince < sameSignalMs) return
      log.warn({ signal }, 'ended at once, by a second signal')
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
    // A developer's terminal has no proxy in front.
    setTimeout(finish, signal === 'SIGINT' ? 0 : graceMs)
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

/** Ends the process once the log is written, at the latest synchronously as the process exits. */
async function leave(log: Log, status = 0): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => log.flush(() => resolve())), delay(maxFlushMs)])
  process.exit(status)
}
