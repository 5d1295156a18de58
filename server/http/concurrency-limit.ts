/**
 * Lets at most `most` tasks run at once; the others wait their turn, for `waitMs` at most, and past `mostWaiting` they
 * are turned away.
 *
 * @returns a function that runs a task, or answers null for one that was turned away
 */
export function createConcurrencyLimit(most: number, mostWaiting: number, waitMs: number) {
  let running = 0
  const waiting = new Set<(turn: boolean) => void>()

  function waitForTurn(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => leave(false), waitMs)
      const leave = (turn: boolean) => {
        clearTimeout(timer)
        waiting.delete(leave)
        resolve(turn)
      }
      waiting.add(leave)
    })
  }

  return async function limited<T>(task: () => Promise<T>): Promise<T | null> {
    if (running >= most) {
      // A task that ends hands its place over, so that no other slips in between.
      if (waiting.size >= mostWaiting || !(await waitForTurn())) return null
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const [next] = waiting
      if (next) next(true)
      else running -= 1
    }
  }
}
