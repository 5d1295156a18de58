import type { Act } from './visitors.ts'

/** The limit of acts under way, so that a slow site is not overloaded. Acts beyond it are counted as held back. */
const maxUnderWay = 300
const tickMs = 10

const startCounts = () => ({ requests: 0, heldBack: 0, unexpected: [] as string[], durations: [] as number[] })

/** Begins acts at a rate, whether or not earlier ones have ended, as visitors do. */
export function startLoad(acts: readonly Act[], perSecond: number) {
  const weights = acts.reduce((sum, { weight }) => sum + weight, 0)
  let counts = startCounts()
  let underWay = 0
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
      if (status !== null && !expected.includes(status)) counts.unexpected.push(`${name}: ${status}`)
      if (timed) counts.durations.push(performance.now() - start)
    } catch (error) {
      counts.unexpected.push(`${name}: ${String(error)}`)
    } finally {
      underWay -= 1
      counts.requests += 1
    }
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond)
    for (; begun < due; begun += 1) {
      const chosen = choose()
      if (underWay >= maxUnderWay || chosen === undefined) counts.heldBack += 1
      else void perform(chosen)
    }
  }, tickMs)

  return {
    /** The counts since the last call. */
    take() {
      const { durations, ...totals } = counts
      counts = startCounts()
      const sorted = durations.sort((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      return { ...totals, p50Ms: at(0.5), p99Ms: at(0.99) }
    },

    /** Begins no more acts. Resolves once all acts have ended. */
    async stop(): Promise<void> {
      clearInterval(timer)
      while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}
