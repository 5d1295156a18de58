export type Capacity = ReturnType<typeof createCapacity>

/** How long a measured size counts, in milliseconds. */
const measuredMs = 10_000

/**
 * Keeps a folder below a size. It is measured rarely, since that reads every file's size; what is added in between counts.
 *
 * @param measure resolves to the bytes in use
 * @param now milliseconds since 1970
 * @returns functions that reject as `measure` does
 */
export function createCapacity(maxBytes: number, measure: () => Promise<number>, now: () => number) {
  let used = 0
  let measuredAt = Number.NEGATIVE_INFINITY
  let measuring: Promise<void> | null = null

  async function measureAgain(): Promise<void> {
    try {
      used = await measure()
      measuredAt = now()
    } finally {
      measuring = null
    }
  }

  /** Whether so many more bytes may be written. */
  async function hasRoom(bytes: number): Promise<boolean> {
    const age = now() - measuredAt
    // Below 0, the clock has been set back.
    if (age < 0 || age >= measuredMs) await (measuring ??= measureAgain())
    return used + bytes <= maxBytes
  }

  return {
    hasRoom,

    /** The same; if so, they count from now on. */
    async reserve(bytes: number): Promise<boolean> {
      const may = await hasRoom(bytes)
      if (may) used += bytes
      return may
    },
  }
}
