import { vi } from 'vitest'

/** Runs something that would fail, or turn out otherwise, by a timeout of the site's where the machine is too busy for it. */
export async function withoutTimeouts<T>(run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}
