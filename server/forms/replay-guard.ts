import { LRUCache } from 'lru-cache'
import type { IdempotencyKey } from '../outbox/idempotency.ts'
import type { Leases } from '../redis/leases.ts'

/** How long the site's own proofs are valid. */
export const proofValidMs = 30 * 60_000
/** Longer than the clock of any instance may find a proof valid; Google's is valid for two minutes. */
const rememberedMs = proofValidMs + 5 * 60_000
const mostRemembered = 20_000

/**
 * Ties each proof to one message, which may be sent again: most often because its answer was lost.
 *
 * @param leases shared with the other instances
 */
export function createReplayGuard({ acquire, holderOf }: Pick<Leases, 'acquire' | 'holderOf'>) {
  const messages = new LRUCache<string, IdempotencyKey>({ max: mostRemembered })

  return {
    /** The message that a proof was used for; null if there is none, as far as is known. */
    usedFor: async (proof: string): Promise<IdempotencyKey | null> =>
      messages.get(proof) ?? (await holderOf(`proof:${proof}`)),

    /** @returns whether the proof is this message's, from now on or since before */
    async recordUse(proof: string, message: IdempotencyKey): Promise<boolean> {
      const before = messages.get(proof)
      if (before !== undefined && before !== message) return false
      // Before the lease is there: of two messages that come together, the second must find the proof used.
      messages.set(proof, message)
      const holder = await acquire(`proof:${proof}`, message, rememberedMs)
      messages.set(proof, holder)
      return holder === message
    },
  }
}

export type ReplayGuard = ReturnType<typeof createReplayGuard>
