import type { Log } from '../log/log.ts'

/**
 * `down`: it cannot be reached or is too slow, and is asked nothing. `refusing`: it answers, but takes no new values (its
 * memory is full, it is a replica, it cannot write to its disk): it is still read. `deaf`: its user may not listen; all
 * else goes on.
 */
export type RedisState = { kind: 'starting' } | Known

type Known = { kind: 'up' } | { kind: 'down' | 'refusing' | 'deaf'; why: string }

/** What an operator is told of a state: what is wrong with Redis, and what follows. */
const faults = {
  down: ['cannot be reached', 'this instance goes on with its own memory'],
  refusing: ['takes no values', 'this instance goes on with its own memory'],
  deaf: ['passes no messages on', 'this instance does not hear what others are told'],
} as const

/** What is known of Redis, and one line in the log when it goes and one when it comes back, however often it is asked. */
export function createAvailability(log: Log) {
  let state: RedisState = { kind: 'starting' }
  /** Why single commands were refused since the last word on the whole. */
  const refusals = new Set<string>()
  const told = new Set<string>()

  function tellChange(before: RedisState['kind'], next: Known): void {
    if (next.kind === 'up') return log.info(before === 'starting' ? 'redis is there' : 'redis is back')
    // Away is away, whichever of the two it is.
    if (isAway(before) && isAway(next.kind)) return
    const [fault, consequence] = faults[next.kind]
    log.warn({ why: next.why }, `redis ${fault}: ${consequence}`)
  }

  function tellRefusals(): void {
    for (const why of refusals) {
      if (!told.has(why)) log.warn({ why }, 'redis refuses a command: this instance goes on without its answer')
      told.add(why)
    }
  }

  return {
    state: () => state,

    /** @param next with `why`, a code of Redis or of the network; no address and no secret */
    become(next: Known): void {
      const before = state.kind
      state = next
      if (next.kind !== before) {
        told.clear()
        tellChange(before, next)
      }
      if (next.kind === 'up' || next.kind === 'deaf') tellRefusals()
      refusals.clear()
    },

    /**
     * One command was refused. Whether all are, the next word on the whole tells; if not, it was for this one's key, or for
     * what its user may not do, and is told once.
     */
    refused: (why: string) => void refusals.add(why),
  }
}

function isAway(kind: RedisState['kind']): boolean {
  return kind === 'down' || kind === 'refusing'
}

/** What an operator reads in `/readyz`. */
export function remarkOnRedis(state: RedisState): string {
  if (state.kind === 'starting') return 'redis: not reached yet'
  if (state.kind === 'up') return 'redis: ok'
  const [fault, consequence] = faults[state.kind]
  return `redis: ${fault} (${state.why}), ${consequence}`
}
