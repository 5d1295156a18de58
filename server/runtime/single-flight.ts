/** Runs one task per key at a time. Concurrent callers share its result. */
export function createSingleFlight<T>() {
  const inFlight = new Map<string, Promise<T>>()
  return {
    has: (key: string): boolean => inFlight.has(key),
    size: (): number => inFlight.size,
    run(key: string, task: () => Promise<T>): Promise<T> {
      const underWay = inFlight.get(key)
      if (underWay) return underWay
      const started = task().finally(() => inFlight.delete(key))
      inFlight.set(key, started)
      return started
    },
  }
}
