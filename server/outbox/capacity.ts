export type Capacity = ReturnType<typeof createCapacity>

/** How long a measured size is believed, in milliseconds. */
const believedMs = 10_000

/**
 * Keeps a folder below a size. Measuring is rare, since it looks at every file; what was added since is counted along.
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
    // Whoever comes meanwhile waits for the same measurement: until then nobody knows.
    const age = now() - measuredAt
    // Below 0, the clock has been set back meanwhile.
    if (age < 0 || age >= believedMs) await (measuring ??= measureAgain())
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
