/**
 * Does something that heeds a signal, which aborts after a time, when `outer` does, and when all is over: whatever is still to
 * come is not wanted then.
 *
 * Not by `AbortSignal.any([AbortSignal.timeout(…), …])`: up to Node 24.0 nothing holds the timer's signal, a garbage collection takes
 * it, and what hangs then hangs for ever (nodejs/node#57736).
 */
export async function withDeadline<T>(
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  outer?.addEventListener('abort', abort)
  if (outer?.aborted) abort()
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
    abort()
  }
}
