import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'
import { type Language, languages } from '../../shared/language.ts'
import type { Build } from '../runtime/build.ts'

/** Current values, read at each scrape. */
export type Gauges = {
  isReady: () => boolean
  /** The age of the list that is served, in seconds; undefined if no list is cached. */
  listAgeSeconds: (language: Language) => number | undefined
  /** Whether reading posts fails or is paused. */
  isSourceSuspended: () => boolean
  /** The number of waiting and of refused messages, and the age of the oldest waiting one in seconds. */
  outbox: () => Promise<{ waiting: number; oldestSeconds: number; refused: number }>
}

const resolutionMs = 10
const percentiles = { p50: 50, p99: 99, max: 100 }

/** @returns a function that updates the gauges of a registry; call it at each scrape */
export function createGauges(registry: Registry, read: Gauges, build: Build): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  /** A gauge without a value is missing from the scrape. */
  const setOrRemove = (metric: Gauge, value: number | undefined) =>
    value === undefined ? metric.remove() : metric.set(value)

  const info = gauge('site_build_info', 'Always 1; the labels tell which build runs.', 'version', 'build')
  info.set(build, 1)
  const ready = gauge('site_ready', 'Whether the site wants traffic, as /readyz says: 1 or 0.')
  const delay = gauge('site_event_loop_delay_seconds', 'How late the event loop was, since the last scrape.', 'at')
  const age = gauge('site_posts_list_age_seconds', 'How long ago the list that is served was read.', 'language')
  const suspended = gauge(
    'site_posts_source_left_alone',
    'Whether a list of posts could not be read, or Ghost asked for a pause: 1 or 0.',
  )
  const waiting = gauge(
    'site_outbox_waiting',
    'Messages that are not delivered yet, of all processes that share the folder.',
  )
  const oldest = gauge('site_outbox_oldest_seconds', 'How long the oldest of them has been waiting.')
  const refused = gauge('site_outbox_refused', 'Messages that were refused for good, and wait for the operator.')

  const eventLoop = monitorEventLoopDelay({ resolution: resolutionMs })
  eventLoop.enable()

  return async () => {
    ready.set(read.isReady() ? 1 : 0)
    for (const [at, percentile] of Object.entries(percentiles)) {
      // The monitor measures a timer of this resolution, so an idle loop has this value.
      delay.set({ at }, Math.max(0, eventLoop.percentile(percentile) / 1e9 - resolutionMs / 1000))
    }
    eventLoop.reset()

    age.reset()
    for (const language of languages) {
      const seconds = read.listAgeSeconds(language)
      if (seconds !== undefined) age.set({ language }, seconds)
    }
    suspended.set(read.isSourceSuspended() ? 1 : 0)

    // The dispatcher logs a folder that cannot be read.
    const outbox = await read.outbox().catch(() => null)
    setOrRemove(waiting, outbox?.waiting)
    setOrRemove(oldest, outbox?.oldestSeconds)
    setOrRemove(refused, outbox?.refused)
  }
}
