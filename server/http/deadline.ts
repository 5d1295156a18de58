/**
 * Runs a task with a signal. The signal aborts after the timeout, when `outer` aborts, and once the task has ended. `allow`
 * restarts the timeout. Rejects only if `run` does, for example with the `AbortError` of a fetch that uses the signal.
 *
 * `AbortSignal.any([AbortSignal.timeout(…), …])` is not used: up to Node 24.0 the timer's signal may be garbage-collected, and
 * the task then hangs for ever (nodejs/node#57736).
 */
export async function withDeadline<T>(
  timeoutMs: number,
  run: (signal: AbortSignal, allow: (milliseconds: number) => void) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, timeoutMs)
  const allow = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(abort, milliseconds)
  }
  outer?.addEventListener('abort', abort)
  if (outer?.aborted) abort()
  try {
    return await run(controller.signal, allow)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
    abort()
  }
}

/**
 * The value of a promise, or `late` after a timeout. In a busy process both may happen in the same turn of the event loop: then
 * the promise wins. A later rejection is ignored.
 */
export async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, 'late'), milliseconds)
  })
  promise.catch(() => {})
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
