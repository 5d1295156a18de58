/**
 * Lets at most `most` tasks run at once; the others wait their turn, and past `mostWaiting` they are turned away.
 *
 * @returns a function that runs a task, or answers null at once when the queue is full
 */
export function createCallLimit(most: number, mostWaiting: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function limited<T>(task: () => Promise<T>): Promise<T | null> {
    if (running >= most) {
      if (waiting.length >= mostWaiting) return null
      // Whoever ends hands its place over: nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
