import { Counter, Histogram, type Registry } from 'prom-client'
import type { Observer } from '../runtime/observer.ts'

/** In seconds, from a cached page to a failing Ghost. */
const requestBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** In seconds, for calls to another machine. */
const workBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

const methods = new Set(['GET', 'HEAD', 'POST'])

/** An observer that counts events in a registry. */
export function createRecorder(registry: Registry): Observer {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name, help, buckets, labelNames, registers })

  const requests = counter(
    'site_http_requests_total',
    'Requests that were answered, or whose client left before ("aborted").',
    'route',
    'method',
    'status',
  )
  const requestDurations = histogram(
    'site_http_request_duration_seconds',
    'From the request until its answer was handed over whole, or its client had left.',
    requestBuckets,
    'route',
  )
  const refusals = counter(
    'site_http_refusals_total',
    'Requests that were refused before the application: not understood (400), a tunnel, too slow (408), too large (413, 431).',
    'status',
  )
  const pages = counter(
    'site_page_answers_total',
    'Pages: sent again in front of the application (fast), stored (hit), made (miss), made for once (bypass).',
    'outcome',
  )
  const posts = counter(
    'site_posts_reads_total',
    'Lists and articles as the application had them: from a fresh copy, a stale one, the source, or not at all.',
    'about',
    'outcome',
  )
  const calls = counter(
    'site_upstream_calls_total',
    'Calls over HTTP to Ghost and to other hosts. "aborted": it took too long, or was no longer needed.',
    'kind',
    'outcome',
  )
  const callDurations = histogram(
    'site_upstream_call_duration_seconds',
    'From a call to the end of its answer; to its head, where that is no 2xx.',
    workBuckets,
    'kind',
  )
  const acceptances = counter(
    'site_outbox_accepted_total',
    'What visitors sent: safe (accepted), or not taken (unavailable).',
    'kind',
    'outcome',
  )
  const deliveries = counter(
    'site_outbox_deliveries_total',
    'Attempts to deliver: delivered, refused for good, to be tried again later, or perhaps delivered (unanswered).',
    'step',
    'outcome',
  )
  // An alert is about the growth of these series. To Prometheus, a series that begins at 1 has not grown.
  for (const kind of ['subscription', 'contact'] as const) acceptances.inc({ kind, outcome: 'unavailable' }, 0)

  return {
    onAnswer(route, method = '', status, duration) {
      requests.inc({ route, method: methods.has(method) ? method : 'other', status: status ?? 'aborted' })
      requestDurations.observe({ route }, duration / 1000)
    },
    onRefusal: (status) => refusals.inc({ status }),
    onPage: (outcome) => pages.inc({ outcome }),
    onPosts: (about, outcome) => posts.inc({ about, outcome }),
    onCall(kind, outcome, duration) {
      calls.inc({ kind, outcome })
      callDurations.observe({ kind }, duration / 1000)
    },
    onAcceptance: (kind, outcome) => acceptances.inc({ kind, outcome }),
    onDelivery: (step, outcome) => deliveries.inc({ step, outcome }),
  }
}
