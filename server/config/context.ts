import type { i18n } from 'i18next'
import type { Fetch } from '../http/fetch.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import type { Config } from './config.ts'
import type { KeyFor } from './derived-keys.ts'

/** Two readings: `now` for dates, and for what other programs or the next process compare; `uptime` for durations. */
export type Clock = {
  /** Milliseconds since 1970. People and time servers may set it, also back. */
  now: () => number
  /** Whole milliseconds since the process began; never set. The outbox writes sums of it into names of files. */
  uptime: () => number
}

export const systemClock: Clock = { now: () => Date.now(), uptime: () => Math.trunc(performance.now()) }

/** The parts that a site has once, and most of its rooms need. */
export type Context = Clock & {
  config: Config
  keyFor: KeyFor
  texts: i18n
  fetch: Fetch
  log: Log
  observer: Observer
}
