import type { SharedNames } from '../../server/redis/shared-names.ts'

/** What instances know together, without a Redis: with a clock that the test sets, and lost when it says so. */
export function namesTogether(now: () => number): SharedNames & { forget: () => void } {
  const held = new Map<string, { owner: string; until: number }>()
  const holderOf = (name: string) => {
    const found = held.get(name)
    return found && found.until > now() ? found.owner : null
  }
  const give = (name: string, owner: string, milliseconds: number) => {
    held.set(name, { owner, until: now() + milliseconds })
    return Promise.resolve()
  }
  return {
    async claim(name, owner, milliseconds) {
      const holder = holderOf(name)
      if (holder !== null) return holder
      await give(name, owner, milliseconds)
      return owner
    },
    ownerOf: (name) => Promise.resolve(holderOf(name)),
    give,
    release(name) {
      held.delete(name)
      return Promise.resolve()
    },
    forget: () => held.clear(),
  }
}
