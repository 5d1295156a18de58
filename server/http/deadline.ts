/**
 * Does something that heeds a signal, which aborts after a time, when `outer` does, and when all is over: whatever is still to
 * come is not wanted then. From when it calls `allow`, it has so many milliseconds more. The outcome is what `run` makes of it: it
 * rejects only where `run` does, as a fetch that has the signal does with an `AbortError`.
 *
 * Not by `AbortSignal.any([AbortSignal.timeout(…), …])`: up to Node 24.0 nothing holds the timer's signal, a garbage collection takes
 * it, and what hangs then hangs for ever (nodejs/node#57736).
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
