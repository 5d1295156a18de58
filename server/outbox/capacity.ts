/** How long a measured size is believed, in milliseconds. */
const believedMs = 10_000

/**
 * Keeps a folder below a size. Measuring is rare, since it looks at every file; what was added since is counted along.
 *
 * @param measure resolves to the bytes in use
 * @returns a function that tells whether so many more bytes may be written
 */
export function createCapacity(maxBytes: number, measure: () => Promise<number>, now: () => number) {
  let used = 0
  let measuredAt = Number.NEGATIVE_INFINITY

  return async function reserve(bytes: number): Promise<boolean> {
    if (now() - measuredAt >= believedMs) {
      measuredAt = now()
      used = await measure()
    }
    if (used + bytes > maxBytes) return false
    used += bytes
    return true
  }
}
