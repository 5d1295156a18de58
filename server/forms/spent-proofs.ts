import { LRUCache } from 'lru-cache'
import type { SharedNames } from '../redis/shared-names.ts'
import type { Identity } from '../outbox/identity.ts'
import { validMs } from './proof-of-work.ts'

/** Longer than the clock of any instance may find a proof valid; Google's is so for two minutes. */
const rememberedElsewhereMs = validMs + 5 * 60_000
/** Beyond so many, the oldest are forgotten. */
const mostRemembered = 20_000

/**
 * Which message each proof was spent on. A proof counts for one message, however often that is sent: what sent it again
 * has mostly not heard the answer.
 */
export function createSpentProofs({ claim, ownerOf }: Pick<SharedNames, 'claim' | 'ownerOf'>) {
  const known = new LRUCache<string, Identity>({ max: mostRemembered })

  return {
    /** Null where it is not spent, as far as is known. */
    spentOn: async (proof: string): Promise<Identity | null> => known.get(proof) ?? (await ownerOf(`proof:${proof}`)),

    /** @returns whether it is spent on this message now, or was before */
    async spend(proof: string, message: Identity): Promise<boolean> {
      const before = known.get(proof)
      if (before !== undefined && before !== message) return false
      // At once: two messages that come together must not both find it unspent.
      known.set(proof, message)
      const owner = await claim(`proof:${proof}`, message, rememberedElsewhereMs)
      known.set(proof, owner)
      return owner === message
    },
  }
}

export type SpentProofs = ReturnType<typeof createSpentProofs>
