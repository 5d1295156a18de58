import type { Leases } from '../../server/redis/leases.ts'

/** Leases that instances share, without a Redis: with a clock that the test sets, and lost when it says so. */
export function leasesTogether(now: () => number): Leases & { forget: () => void } {
  const held = new Map<string, { holder: string; until: number }>()
  const holderOf = (name: string) => {
    const found = held.get(name)
    return found && found.until > now() ? found.holder : null
  }
  const assign = (name: string, holder: string, milliseconds: number) => {
    held.set(name, { holder, until: now() + milliseconds })
    return Promise.resolve()
  }
  return {
    async acquire(name, holder, milliseconds) {
      const earlier = holderOf(name)
      if (earlier !== null) return earlier
      await assign(name, holder, milliseconds)
      return holder
    },
    holderOf: (name) => Promise.resolve(holderOf(name)),
    assign,
    release(name) {
      held.delete(name)
      return Promise.resolve()
    },
    forget: () => held.clear(),
  }
}
