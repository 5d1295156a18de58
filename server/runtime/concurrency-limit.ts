import { LRUCache } from 'lru-cache'

type Waiting = { key: string | undefined; leave: (turn: boolean) => void }

/** Remembers the last turns of this many keys. */
const maxKeys = 1000

export type CallLimit = ReturnType<typeof createConcurrencyLimit>

/**
 * Runs at most `maxConcurrent` tasks at a time. Further tasks wait in a queue, for `waitMs` at most. Beyond `maxWaiting` they are
 * rejected.
 *
 * A task without a key runs first. Keys, such as clients, share the slots fairly: the key whose turn was longest ago is next, no key
 * takes the last of several slots, and in a full queue the key with the most tasks loses its newest.
 *
 * @returns a function that runs a task; it resolves to null if the task was rejected
 */
export function createConcurrencyLimit(maxConcurrent: number, maxWaiting: number, waitMs: number) {
  let running = 0
  let turns = 0
  const runningOf = new Map<string, number>()
  const lastTurnOf = new LRUCache<string, number>({ max: maxKeys })
  const waiting = new Set<Waiting>()

  function mayRun(key: string | undefined): boolean {
    if (running >= maxConcurrent) return false
    return key === undefined || maxConcurrent === 1 || (runningOf.get(key) ?? 0) < maxConcurrent - 1
  }

  function begin(key: string | undefined): void {
    running += 1
    if (key === undefined) return
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1)
    turns += 1
    lastTurnOf.set(key, turns)
  }

  /** Passes the slot on synchronously, so that no other task can take it. */
  function end(key: string | undefined): void {
    running -= 1
    if (key !== undefined) {
      const left = (runningOf.get(key) ?? 1) - 1
      if (left === 0) runningOf.delete(key)
      else runningOf.set(key, left)
    }
    const lastTurn = (task: Waiting) => (task.key === undefined ? -1 : (lastTurnOf.peek(task.key) ?? 0))
    let next: Waiting | null = null
    for (const task of waiting) if (mayRun(task.key) && (next === null || lastTurn(task) < lastTurn(next))) next = task
    next?.leave(true)
  }

  function waitForTurn(key: string | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => task.leave(false), waitMs)
      const task: Waiting = {
        key,
        leave(turn) {
          clearTimeout(timer)
          waiting.delete(task)
          if (turn) begin(key)
          resolve(turn)
        },
      }
      waiting.add(task)
    })
  }

  /** Whether the queue has room. In a full queue, the key with the most tasks loses its newest. */
  function hasRoom(key: string | undefined): boolean {
    if (waiting.size < maxWaiting) return true
    const byKey = new Map<string | undefined, Waiting[]>()
    for (const task of waiting) byKey.set(task.key, [...(byKey.get(task.key) ?? []), task])
    const own = byKey.get(key)?.length ?? 0
    const [longest = []] = [...byKey.values()].sort((a, b) => b.length - a.length)
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
