import { vi } from 'vitest'

/** Runs something without the site's timeouts, which would change its result on a busy machine. */
export async function withoutTimeouts<T>(run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}
