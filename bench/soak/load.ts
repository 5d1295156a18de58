import type { Act } from './visitors.ts'

/** More are not begun at once: a site that does not keep up is not buried, and the count says so. */
const mostUnderWay = 300
const tickMs = 10

export type Interval = { requests: number; p50Ms: number; p99Ms: number; heldBack: number; unexpected: string[] }

/** Begins acts at a rate, whether or not those of before have ended, as visitors do. */
export function startLoad(acts: readonly Act[], perSecond: number) {
  const weights = acts.reduce((sum, { weight }) => sum + weight, 0)
  let durations: number[] = []
  let unexpected: string[] = []
  let [requests, heldBack, underWay] = [0, 0, 0]
  const began = performance.now()
  let begun = 0

  function choose(): Act | undefined {
    let place = Math.random() * weights
    return acts.find(({ weight }) => (place -= weight) < 0)
  }

  async function perform({ name, run, expected, timed }: Act): Promise<void> {
    underWay += 1
    const start = performance.now()
    try {
      const status = await run()
      if (status !== null && !expected.includes(status)) unexpected.push(`${name}: ${status}`)
      if (timed) durations.push(performance.now() - start)
    } catch (error) {
      unexpected.push(`${name}: ${String(error)}`)
    } finally {
      underWay -= 1
      requests += 1
    }
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    for (; begun < due; begun += 1) {
      const chosen = choose()
      if (underWay >= mostUnderWay || chosen === undefined) heldBack += 1
      else void perform(chosen)
    }
  }, tickMs)

  return {
    /** What has happened since it was asked last. */
    take(): Interval {
      const sorted = durations.sort((one, other) => one - other)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      const interval = { requests, p50Ms: at(0.5), p99Ms: at(0.99), heldBack, unexpected }
      durations = []
      unexpected = []
      requests = 0
      heldBack = 0
      return interval
    },

    /** Resolves when what was begun has ended. */
    async stop(): Promise<void> {
      clearInterval(timer)
      while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}
