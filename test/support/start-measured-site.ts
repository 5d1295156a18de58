import type { ExternalOptions } from '../../server/media/media.ts'
import { listenForTest } from './listen-for-test.ts'
import { readExposition } from './exposition.ts'
import { createLog, createMetrics } from './test-entry.ts'
import { startSite } from './start-site.ts'

/** A whole site with metrics on a separate port. */
export async function startMeasuredSite(
  env: Record<string, string> = {},
  now?: () => number,
  outside?: Partial<ExternalOptions>,
) {
  const metrics = await createMetrics(createLog('silent'))
  const site = await startSite(env, now, outside, metrics.observer)
  const listening = await listenForTest(metrics.serverFor(site.gauges))
  return {
    ...site,
    metricsUrl: listening.url,
    /** The samples of a scrape, by series: `name{label="value"}`. */
    async scrape(): Promise<Map<string, number>> {
      const answer = await fetch(`${listening.url}/metrics`)
      return readExposition(await answer.text()).samples
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
    },
  }
}
