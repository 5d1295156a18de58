import type { RedisConnection } from './connection.ts'

/**
 * Names that wait for one of several instances to deal with them, and outlive each.
 *
 * @param key of the set; what was taken is beside it
 */
export function createSharedSet({ transaction }: Pick<RedisConnection, 'transaction'>, key: string) {
  const taken = `${key}:taken`
  return {
    /** Whether they are kept; false without an answer. */
    async put(names: readonly string[]): Promise<boolean> {
      if (names.length === 0) return true
      return (await transaction([['SADD', key, ...names]])).kind === 'answered'
    },

    /** All that wait, and all that were taken and not `finished`: to be called by one instance at a time. Null without an answer. */
    async take(): Promise<string[] | null> {
      const reply = await transaction([
        ['SUNIONSTORE', taken, taken, key],
        ['DEL', key],
        ['SMEMBERS', taken],
      ])
      const members = reply.kind === 'answered' ? reply.value[2] : null
      return Array.isArray(members) ? members.map(String) : null
    },

    /** Forgets what was taken, but nothing that was put since. */
    async finish(): Promise<void> {
      await transaction([['DEL', taken]])
    },
  }
}

export type SharedSet = ReturnType<typeof createSharedSet>
