import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import { type Language, languages } from '../../shared/language.ts'
import type { OutboxState } from '../outbox/outbox.ts'
import type { RedisState } from '../redis/availability.ts'
import type { Counts } from './counting.ts'
import { createEventLoopDelay } from './event-loop.ts'
import type { DurationTally, Tally } from './tally.ts'

/** What is asked for at every scrape rather than counted. */
export type Vitals = {
  isReady: () => boolean
  /** The list as it is served: its length, and its age in seconds; null where none is held. */
  list: (language: Language) => { length: number; ageSeconds: number } | null
  /** Whether the source of the posts, or one of its lists, fails or refuses. */
  isSourceSpared: () => boolean
  outbox: () => Promise<OutboxState>
  /** Null where there is none. */
  redis: () => RedisState['kind'] | null
}

export type Build = {
  version: string
  /** The same for the same build. */
  build: string
}

type Sample = { labels: Record<string, string>; value: number; metricName?: string }

/** The labels' names of a tally, in their order. */
type NamesOf<Labels extends readonly string[]> = { [Index in keyof Labels]: string }

/**
 * Everything that a scrape tells.
 *
 * @returns a function to the text, in Prometheus' format 0.0.4
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createRegistry(counts: Counts, vitals: Vitals, build: Build) {
  const registry = new Registry()
  // The process itself: memory, heap, processor, garbage collection, file descriptors.
  collectDefaultMetrics({ register: registry })
  // Of the event loop they tell of 10 ms at rest, and of `Nan` between two scrapes that are close. What is active has a total
  // beside its kinds, a gauge by the name of a counter: whoever wants it has the sum of them.
  for (const { name } of registry.getMetricsAsArray()) {
    if (/^nodejs_(eventloop_lag|active_\w+_total$)/.test(name)) registry.removeSingleMetric(name)
  }

  function publish(
    type: 'counter' | 'gauge' | 'histogram',
    name: string,
    help: string,
    read: () => Sample[] | Promise<Sample[]>,
  ): void {
    // The part of a metric that a registry uses; its own classes would keep a second copy of every number.
    const metric = { name, help, type, get: async () => ({ name, help, type, values: await read() }) }
    registry.registerMetric(metric as unknown as Metric)
  }

  function counter<Labels extends readonly string[]>(
    name: string,
    help: string,
    names: NamesOf<Labels>,
    tally: Tally<Labels>,
  ): void {
    publish('counter', name, help, () =>
      tally.entries().map(({ labels, count }) => ({
        labels: Object.fromEntries(names.map((key, index) => [key, labels[index] ?? ''])),
        value: count,
      })),
    )
  }

  /** @param by the label's name; null where all are of one kind */
  function histogram(name: string, help: string, by: string | null, { bounds, entries }: DurationTally): void {
    publish('histogram', name, help, () =>
      entries().flatMap(({ label, count, seconds, withinBounds }) => {
        const labels: Record<string, string> = by === null ? {} : { [by]: label }
        let within = 0
        const buckets = bounds.map((bound, index) => {
          within += withinBounds[index] ?? 0
          return { labels: { ...labels, le: String(bound) }, value: within, metricName: `${name}_bucket` }
        })
        return [
          ...buckets,
          { labels: { ...labels, le: '+Inf' }, value: count, metricName: `${name}_bucket` },
          { labels, value: seconds, metricName: `${name}_sum` },
          { labels, value: count, metricName: `${name}_count` },
        ]
      }),
    )
  }

  const gauge = (name: string, help: string, read: () => Sample[] | Promise<Sample[]>) =>
    publish('gauge', name, help, read)
  const one = (value: number, labels: Record<string, string> = {}): Sample => ({ labels, value })

  gauge('site_build_info', 'Always 1; the labels tell which build runs.', () => [one(1, build)])
  gauge('site_ready', 'Whether the site wants traffic, as /readyz says: 1 or 0.', () => [one(vitals.isReady() ? 1 : 0)])

  const eventLoopDelay = createEventLoopDelay()
  gauge('site_event_loop_delay_seconds', 'How late the event loop was, since the last scrape.', () =>
    eventLoopDelay().map(({ at, seconds }) => one(seconds, { at })),
  )

  counter(
    'site_http_requests_total',
    'Requests that were answered, or whose client left before ("aborted").',
    ['route', 'method', 'status'],
    counts.requests,
  )
  histogram(
    'site_http_request_duration_seconds',
    'From the request until its answer was handed over whole, or its client had left.',
    'route',
    counts.requestDurations,
  )
  counter(
    'site_http_refusals_total',
    'Requests that were refused before the application: not understood (400), a tunnel, too slow (408), too large (413, 431).',
    ['status'],
    counts.refusals,
  )
  counter(
    'site_page_answers_total',
    'Pages: written again in front of the application (prepared), stored (hit), made (miss), made for once (bypass).',
    ['outcome'],
    counts.pages,
  )

  counter(
    'site_posts_reads_total',
    'Lists and articles as the application had them: from a fresh copy, a stale one, the source, or not at all.',
    ['about', 'outcome'],
    counts.posts,
  )
  gauge('site_posts_list_age_seconds', 'How long ago the list that is served was read.', () =>
    languages.flatMap((language) => {
      const list = vitals.list(language)
      return list === null ? [] : [one(list.ageSeconds, { language })]
    }),
  )
  gauge('site_posts_listed', 'How many posts the list that is served has.', () =>
    languages.flatMap((language) => {
      const list = vitals.list(language)
      return list === null ? [] : [one(list.length, { language })]
    }),
  )

  gauge(
    'site_posts_source_left_alone',
    'Whether the source of the posts fails or refuses, as a whole or one of its lists: 1 or 0.',
    () => [one(vitals.isSourceSpared() ? 1 : 0)],
  )
  counter(
    'site_upstream_calls_total',
    'Calls over HTTP to Ghost and to other hosts. "aborted": it took too long, or nobody waited for it any more.',
    ['kind', 'outcome'],
    counts.calls,
  )
  histogram(
    'site_upstream_call_duration_seconds',
    'From a call to the end of its answer; to its head, where that is no 2xx.',
    'kind',
    counts.callDurations,
  )
  counter('site_pictures_made_total', 'Renditions of pictures.', ['outcome'], counts.pictures)
  histogram('site_picture_duration_seconds', 'The making of one rendition.', null, counts.pictureDurations)

  counter(
    'site_outbox_accepted_total',
    'What visitors sent: safe (accepted), or not taken (unavailable).',
    ['kind', 'outcome'],
    counts.acceptances,
  )
  counter(
    'site_outbox_deliveries_total',
    'Attempts to deliver: delivered, refused for good, to be tried again later, or perhaps delivered (unanswered).',
    ['step', 'outcome'],
    counts.deliveries,
  )
  histogram('site_outbox_delivery_duration_seconds', 'One attempt to deliver.', 'step', counts.deliveryDurations)
  /** Once a scrape. Null where the folder cannot be read: the dispatcher logs it, and the gauges are missing. */
  let outboxState: Promise<OutboxState | null> = Promise.resolve(null)
  const outbox = (read: (state: OutboxState) => number) => async () => {
    const state = await outboxState
    return state === null ? [] : [one(read(state))]
  }
  gauge(
    'site_outbox_waiting',
    'Messages that are not delivered yet, of all processes that share the folder.',
    outbox(({ waiting }) => waiting),
  )
  gauge(
    'site_outbox_oldest_seconds',
    'How long the oldest of them has been waiting.',
    outbox(({ oldestSeconds }) => oldestSeconds),
  )
  gauge(
    'site_outbox_refused',
    'Messages that were refused for good, and wait for the operator.',
    outbox(({ refused }) => refused),
  )

  gauge(
    'site_redis_up',
    'Whether Redis is there, takes values and passes messages on: 1 or 0; nothing where none is configured.',
    () => {
      const state = vitals.redis()
      return state === null ? [] : [one(state === 'up' ? 1 : 0)]
    },
  )
  counter(
    'site_redis_faults_total',
    'Commands without an answer in time (late), with a refusal, or on a lost connection.',
    ['reason'],
    counts.redisFaults,
  )

  return (): Promise<string> => {
    outboxState = vitals.outbox().catch(() => null)
    return registry.metrics()
  }
}
