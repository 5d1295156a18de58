/** Counts by their labels. Adding is a look-up and an increment: what it counts may happen ten thousand times a second. */
export function createTally<Labels extends readonly string[]>() {
  const counts = new Map<string, { labels: Labels; count: number }>()

  return {
    add(...labels: Labels): void {
      const key = labels.join('\n')
      const found = counts.get(key)
      if (found) found.count += 1
      else counts.set(key, { labels, count: 1 })
    },

    entries: () => [...counts.values()],
  }
}

export type Tally<Labels extends readonly string[]> = ReturnType<typeof createTally<Labels>>

/** How long something took, by one label: how often, how long together, and how often within each bound. */
export type Durations = { label: string; count: number; seconds: number; withinBounds: number[] }

/** @param bounds in seconds, rising */
export function createDurationTally(bounds: readonly number[]) {
  const all = new Map<string, Durations>()

  return {
    bounds,

    add(label: string, milliseconds: number): void {
      const seconds = milliseconds / 1000
      let found = all.get(label)
      if (found === undefined) {
        found = { label, count: 0, seconds: 0, withinBounds: bounds.map(() => 0) }
        all.set(label, found)
      }
      found.count += 1
      found.seconds += seconds
      // The first bound that holds it; those above are added up when they are read.
      const index = bounds.findIndex((bound) => seconds <= bound)
      if (index !== -1) found.withinBounds[index] = (found.withinBounds[index] ?? 0) + 1
    },

    entries: () => [...all.values()],
  }
}

export type DurationTally = ReturnType<typeof createDurationTally>
