import type { RedisConnection } from './connection.ts'

/** Names that belong to whoever was first to claim them, on all instances together, for a time. */
export type SharedNames = {
  /** Whose the name is from now on: another's who was first, else the claimant's; his too where nobody can tell. */
  claim: (name: string, owner: string, milliseconds: number) => Promise<string>
  /** Whose the name is; null where it is nobody's, or nobody can tell. */
  ownerOf: (name: string) => Promise<string | null>
  /** Gives the name to somebody, whosever it was. */
  give: (name: string, owner: string, milliseconds: number) => Promise<void>
  release: (name: string) => Promise<void>
}

/** Without others, everything is the claimant's. */
export const namesAlone: SharedNames = {
  claim: (_name, owner) => Promise.resolve(owner),
  ownerOf: () => Promise.resolve(null),
  give: () => Promise.resolve(),
  release: () => Promise.resolve(),
}

/** @param prefix what all keys of this site begin with */
export function createSharedNames(
  { get, set, transaction }: Pick<RedisConnection, 'get' | 'set' | 'transaction'>,
  prefix: string,
): SharedNames {
  return {
    async claim(name, owner, milliseconds) {
      // `SET … NX GET` would be one step, but only from Redis 7 on.
      const reply = await transaction([
        ['SET', prefix + name, owner, 'PX', String(milliseconds), 'NX'],
        ['GET', prefix + name],
      ])
      const holder = reply.kind === 'answered' ? reply.value[1] : null
      return typeof holder === 'string' ? holder : owner
    },
    async ownerOf(name) {
      const reply = await get(prefix + name)
      return reply.kind === 'answered' ? reply.value : null
    },
    async give(name, owner, milliseconds) {
      await set(prefix + name, owner, milliseconds)
    },
    async release(name) {
      await transaction([['DEL', prefix + name]])
    },
  }
}
