/** The server forgets what it asked after half an hour. */
const validMs = 25 * 60_000

/** What a form is sent with and takes a while to make: made once the visitor begins to write, and used once. */
export function createPrepared<Made>(make: () => Promise<Made>) {
  let prepared: { at: number; made: Promise<Made> } | null = null

  function prepare(): Promise<Made> {
    if (prepared === null || Date.now() - prepared.at > validMs) {
      const made = make()
      prepared = { at: Date.now(), made }
      // What could not be prepared is asked for again when it is needed.
      made.catch(() => {
        prepared = null
      })
    }
    return prepared.made
  }

  return {
    prepare: () => void prepare().catch(() => {}),
    /** Rejects where it cannot be made. */
    async take(): Promise<Made> {
      const made = await prepare()
      prepared = null
      return made
    },
  }
}
