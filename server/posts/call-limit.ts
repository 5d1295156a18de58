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
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
