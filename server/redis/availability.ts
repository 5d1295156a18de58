import type { Log } from '../log/log.ts'

/**
 * `down`: it cannot be reached or is too slow, and is asked nothing. `readOnly`: it answers, but takes no new values (its
 * memory is full, it is a replica, it cannot write to its disk): it is still read. `cannotSubscribe`: its user may not
 * subscribe to messages; all else goes on.
 */
export type RedisState = { kind: 'starting' } | KnownState

type KnownState = { kind: 'up' } | { kind: 'down' | 'readOnly' | 'cannotSubscribe'; why: string }

/** For the operator: what is wrong with Redis, and what follows. */
const faults = {
  down: ['cannot be reached', 'this instance goes on with its own memory'],
  readOnly: ['takes no values', 'this instance goes on with its own memory'],
  cannotSubscribe: ['passes no messages on', 'this instance does not hear what others are told'],
} as const

/** The state of Redis, with one line in the log when it goes and one when it comes back, however often it is asked. */
export function createAvailability(log: Log) {
  let state: RedisState = { kind: 'starting' }
  /** Why single commands were refused since the last heartbeat. */
  const refusals = new Set<string>()
  const reported = new Set<string>()

  function reportChange(before: RedisState['kind'], next: KnownState): void {
    if (next.kind === 'up') return log.info(before === 'starting' ? 'redis is there' : 'redis is back')
    if (isAway(before) && isAway(next.kind)) return
    const [fault, consequence] = faults[next.kind]
    log.warn({ why: next.why }, `redis ${fault}: ${consequence}`)
  }

  function reportRefusals(): void {
    for (const why of refusals) {
      if (!reported.has(why)) log.warn({ why }, 'redis refuses a command: this instance goes on without its answer')
      reported.add(why)
    }
  }

  return {
    state: () => state,

    /** @param next with `why`, a code of Redis or of the network; no address and no secret */
    become(next: KnownState): void {
      const before = state.kind
      state = next
      if (next.kind !== before) {
        reported.clear()
        reportChange(before, next)
      }
      if (next.kind === 'up' || next.kind === 'cannotSubscribe') reportRefusals()
      refusals.clear()
    },

    /**
     * Records that one command was refused. If the next heartbeat is not refused too, the reason is that command's key
     * or the rights of the Redis user, and is reported once.
     */
    refused: (why: string) => void refusals.add(why),
  }
}

function isAway(kind: RedisState['kind']): boolean {
  return kind === 'down' || kind === 'readOnly'
}

/** A line of `/readyz`. */
export function diagnosticOfRedis(state: RedisState): string {
  if (state.kind === 'starting') return 'redis: not reached yet'
  if (state.kind === 'up') return 'redis: ok'
  const [fault, consequence] = faults[state.kind]
  return `redis: ${fault} (${state.why}), ${consequence}`
}

/** `ECONNREFUSED`, `OOM`, `WRONGPASS`: the part of an error that names no address, key or value. */
export function redisErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { previousErrors, code } = error as Error & { previousErrors?: Error[]; code?: unknown }
  if (previousErrors?.[0]) return redisErrorCode(previousErrors[0])
  if (typeof code === 'string') return code
  if (/^(Socket timeout|Command timed out)/.test(error.message)) return 'no answer'
  return /^[A-Z]{2,}/.exec(error.message)?.[0] ?? error.name
}
