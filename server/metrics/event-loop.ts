import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10
const percentiles = { p50: 50, p99: 99, max: 100 }

/**
 * How late the event loop was since it was last asked: the wait of whatever was due. The histogram times a timer of so
 * many milliseconds, so an idle loop's values are that long; they are taken off here.
 *
 * @returns a function to the values in seconds
 */
export function createEventLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  return () => {
    const found = Object.entries(percentiles).map(([at, percentile]) => ({
      at,
      seconds: Math.max(0, histogram.percentile(percentile) / 1e9 - resolutionMs / 1000),
    }))
    histogram.reset()
    return found
  }
}
