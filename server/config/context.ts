import type { i18n } from 'i18next'
import type { Fetch } from '../http/fetch.ts'
import type { Log } from '../runtime/log.ts'
import type { Observer } from '../runtime/observer.ts'
import type { Config } from './config.ts'
import type { KeyFor } from './derived-keys.ts'

/** The parts that a site has once, and most of its rooms need. */
export type Context = {
  config: Config
  keyFor: KeyFor
  texts: i18n
  fetch: Fetch
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
  observer: Observer
}
