import type { Challenge } from 'altcha-lib'
import { createPrepared } from './prepared.ts'
import { askFor, compute } from './proof-of-work.ts'

/** The proof of work that a subscription is sent with: null where the browser cannot compute one. */
export const newsletterProof = createPrepared(async () => {
  const { challenge } = await askFor<{ challenge: Challenge }>('/api/newsletter/check')
  return compute(challenge)
})
