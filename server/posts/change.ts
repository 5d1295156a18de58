/** What is known to have changed at the source of the posts; plain data, so that instances can tell each other. */
export type PostsChange = { kind: 'everything' } | { kind: 'posts'; slugs: readonly string[] }

/** Two changes as one. */
export function joined(one: PostsChange, other: PostsChange): PostsChange {
  if (one.kind === 'everything' || other.kind === 'everything') return { kind: 'everything' }
  return { kind: 'posts', slugs: [...new Set([...one.slugs, ...other.slugs])] }
}

/**
 * Gathers what is told of within a moment: the several tellings of one change make one refresh, and what is told during a
 * refresh makes one more after it. One refresh runs at a time, and nothing that was told is lost.
 *
 * @param refresh must not reject
 * @param wait resolves after the moment in which tellings are gathered
 * @returns tells of a change
 */
export function createChangeGathering(
  refresh: (change: PostsChange) => Promise<void>,
  wait: () => Promise<void>,
): (change: PostsChange) => void {
  let told: PostsChange | null = null
  let running = false

  async function run() {
    running = true
    while (told !== null) {
      await wait()
      const change: PostsChange = told
      told = null
      await refresh(change)
    }
    running = false
  }

  return (change) => {
    told = told === null ? change : joined(told, change)
    if (!running) void run()
  }
}
