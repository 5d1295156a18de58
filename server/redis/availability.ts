import type { Log } from '../log.ts'

/**
 * `down`: it cannot be reached or is too slow, and is asked nothing. `refusing`: it answers, but takes no new values (its
 * memory is full, it is a replica, it cannot write to its disk): it is still read.
 */
export type RedisState =
  { kind: 'starting' } | { kind: 'up' } | { kind: 'down'; why: string } | { kind: 'refusing'; why: string }

/** What is known of Redis, and one line in the log when it goes and one when it comes back, however often it is asked. */
export function createAvailability(log: Log) {
  let state: RedisState = { kind: 'starting' }
  /** Why single commands were refused since it was last known to be up. */
  const refusals = new Set<string>()
  const told = new Set<string>()

  function tellRefusals(): void {
    for (const why of refusals) {
      if (!told.has(why)) log.warn({ why }, 'redis refuses a command: this instance goes on without its answer')
      told.add(why)
    }
  }

  return {
    state: () => state,

    /** @param why a code of Redis or of the network; no address and no secret */
    become(next: Exclude<RedisState, { kind: 'starting' }>): void {
      const before = state.kind
      state = next
      if (next.kind !== before) told.clear()
      if (next.kind === 'up') {
        if (before !== 'up') log.info(before === 'starting' ? 'redis is there' : 'redis is back')
        tellRefusals()
      } else if (before === 'up' || before === 'starting') {
        const message = next.kind === 'down' ? 'redis cannot be reached' : 'redis takes no values'
        log.warn({ why: next.why }, `${message}: this instance goes on with its own memory`)
      }
      refusals.clear()
    },

    /**
     * One command was refused. Whether all are, the next word on the whole tells; if not, it was for this one's key, or for
     * what its user may not do, and is told once.
     */
    refused: (why: string) => void refusals.add(why),
  }
}

/** What an operator reads in `/readyz`. */
export function describe(state: RedisState): string {
  switch (state.kind) {
    case 'starting':
      return 'redis: not reached yet'
    case 'up':
      return 'redis: ok'
    case 'down':
      return `redis: cannot be reached (${state.why}), this instance goes on with its own memory`
    case 'refusing':
      return `redis: takes no values (${state.why}), this instance goes on with its own memory`
  }
}
