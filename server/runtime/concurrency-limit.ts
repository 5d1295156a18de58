import { LRUCache } from 'lru-cache'

type Waiting = { key: string | undefined; leave: (turn: boolean) => void }

/** The last turns of so many keys are known. */
const maxKeys = 1000

export type CallLimit = ReturnType<typeof createConcurrencyLimit>

/**
 * Lets at most `most` tasks run at once; the others wait their turn, for `waitMs` at most, and past `maxWaiting` they
 * are turned away.
 *
 * A task without a key goes first. Keys, such as clients, have a share each: the one whose turn was longest ago is next, none takes
 * the last of several places, and in a full queue the key with the most tasks gives one up.
 *
 * @returns a function that runs a task, or answers null for one that was turned away
 */
export function createConcurrencyLimit(most: number, maxWaiting: number, waitMs: number) {
  let running = 0
  let turns = 0
  const runningOf = new Map<string, number>()
  const lastTurnOf = new LRUCache<string, number>({ max: maxKeys })
  const waiting = new Set<Waiting>()

  function mayRun(key: string | undefined): boolean {
    if (running >= most) return false
    return key === undefined || most === 1 || (runningOf.get(key) ?? 0) < most - 1
  }

  function begin(key: string | undefined): void {
    running += 1
    if (key === undefined) return
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1)
    turns += 1
    lastTurnOf.set(key, turns)
  }

  /** Hands the place over at once, so that no other task slips in between. */
  function end(key: string | undefined): void {
    running -= 1
    if (key !== undefined) {
      const left = (runningOf.get(key) ?? 1) - 1
      if (left === 0) runningOf.delete(key)
      else runningOf.set(key, left)
    }
    const lastTurn = (one: Waiting) => (one.key === undefined ? -1 : (lastTurnOf.peek(one.key) ?? 0))
    let next: Waiting | null = null
    for (const one of waiting) if (mayRun(one.key) && (next === null || lastTurn(one) < lastTurn(next))) next = one
    next?.leave(true)
  }

  function waitForTurn(key: string | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => one.leave(false), waitMs)
      const one: Waiting = {
        key,
        leave(turn) {
          clearTimeout(timer)
          waiting.delete(one)
          if (turn) begin(key)
          resolve(turn)
        },
      }
      waiting.add(one)
    })
  }

  /** Whether there is room in the queue, or the key with the most tasks in it has given up its newest. */
  function hasRoom(key: string | undefined): boolean {
    if (waiting.size < maxWaiting) return true
    const byKey = new Map<string | undefined, Waiting[]>()
    for (const one of waiting) byKey.set(one.key, [...(byKey.get(one.key) ?? []), one])
    const own = byKey.get(key)?.length ?? 0
    const [longest = []] = [...byKey.values()].sort((one, other) => other.length - one.length)
    if (longest.length <= own + 1) return false
    longest.at(-1)?.leave(false)
    return true
  }

  return async function limited<T>(task: () => Promise<T>, key?: string): Promise<T | null> {
    if (mayRun(key)) begin(key)
    else if (!hasRoom(key) || !(await waitForTurn(key))) return null
    try {
      return await task()
    } finally {
      end(key)
    }
  }
}
