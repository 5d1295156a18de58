import type { RedisConnection } from './connection.ts'

/** Names that wait for one of several instances to deal with them, and outlive each. */
export type SharedSet = {
  /** Whether they are kept; false without an answer. */
  put: (names: readonly string[]) => Promise<boolean>
  /**
   * All that wait, and all that were taken and not `finished`: to be called by one instance at a time. Null without an answer.
   */
  take: () => Promise<string[] | null>
  /** Forgets what was taken, but nothing that was put since. */
  finish: () => Promise<void>
}

/** @param key of the set; what was taken is beside it */
export function createSharedSet({ transaction }: Pick<RedisConnection, 'transaction'>, key: string): SharedSet {
  const taken = `${key}:taken`
  return {
    async put(names) {
      if (names.length === 0) return true
      return (await transaction([['SADD', key, ...names]])).kind === 'answered'
    },
    async take() {
      const reply = await transaction([
        ['SUNIONSTORE', taken, taken, key],
        ['DEL', key],
        ['SMEMBERS', taken],
      ])
      const members = reply.kind === 'answered' ? reply.value[2] : null
      return Array.isArray(members) ? members.map(String) : null
    },
    async finish() {
      await transaction([['DEL', taken]])
    },
  }
}
