import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 10
const quantiles = [0.5, 0.99, 1]

/**
 * How late the event loop was since it was last asked: the wait of whatever was due. The histogram times a timer of so
 * many milliseconds, so an idle loop's values are that long; they are taken off here.
 *
 * @returns a function to a value in seconds for each quantile; 1 is the longest
 */
export function createEventLoopDelay() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  return () => {
    const found = quantiles.map((quantile) => ({
      quantile,
      seconds: Math.max(0, histogram.percentile(quantile * 100) / 1e9 - resolutionMs / 1000),
    }))
    histogram.reset()
    return found
  }
}
