import type { RedisConnection } from './connection.ts'

/** Names that belong to the first holder that acquires them, on all instances together, for a time. */
export type Leases = {
  /** @returns the holder from now on: an earlier one, or this one; this one too if Redis does not answer */
  acquire: (name: string, holder: string, milliseconds: number) => Promise<string>
  /** Null if the name is free, or Redis does not answer. */
  holderOf: (name: string) => Promise<string | null>
  /** Gives the name to a holder, whatever holder it had. */
  assign: (name: string, holder: string, milliseconds: number) => Promise<void>
  release: (name: string) => Promise<void>
}

/** An instance without Redis acquires every name. */
export const ownLeases: Leases = {
  acquire: (_name, holder) => Promise.resolve(holder),
  holderOf: () => Promise.resolve(null),
  assign: () => Promise.resolve(),
  release: () => Promise.resolve(),
}

/** @param prefix the beginning of all keys of this site */
export function createLeases(
  { get, set, transaction }: Pick<RedisConnection, 'get' | 'set' | 'transaction'>,
  prefix: string,
): Leases {
  return {
    async acquire(name, holder, milliseconds) {
      // `SET … NX GET` would be one step, but only from Redis 7 on.
      const reply = await transaction([
        ['SET', prefix + name, holder, 'PX', String(milliseconds), 'NX'],
        ['GET', prefix + name],
      ])
      const current = reply.kind === 'answered' ? reply.value[1] : null
      return typeof current === 'string' ? current : holder
    },
    async holderOf(name) {
      const reply = await get(prefix + name)
      return reply.kind === 'answered' ? reply.value : null
    },
    async assign(name, holder, milliseconds) {
      await set(prefix + name, holder, milliseconds)
    },
    async release(name) {
      await transaction([['DEL', prefix + name]])
    },
  }
}
