/**
 * Runs a task with a signal that aborts after a time, when `outer` aborts, and once the task is over. `allow` starts the time anew.
 * Rejects only where `run` does, as a fetch with this signal does with an `AbortError`.
 *
 * Not by `AbortSignal.any([AbortSignal.timeout(…), …])`: up to Node 24.0 the timer's signal may be garbage-collected, and the task
 * then hangs for ever (nodejs/node#57736).
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
 * The value of a promise, or `late` after a time. In a busy process both may come in the same turn: then the promise counts. A
 * rejection that comes later is dropped.
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
