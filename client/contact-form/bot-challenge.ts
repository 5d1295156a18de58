import type { Challenge } from 'altcha-lib'
import { formTokenField } from '../../shared/contact-rules.ts'
import { createPrepared, fetchChallenge, solve } from '../challenge/challenge.ts'
import { loadRecaptcha } from './recaptcha.ts'

/** The server's check of a message: a proof of work, or reCAPTCHA with this site key. */
type ContactCheck = { formToken: string; challenge: Challenge } | { formToken: string; recaptcha: string }

/** The form fields with the proof. `unavailable`: Google's script failed to load, so only a plain form is accepted. */
type Proof = { kind: 'fields'; fields: Record<string, string> } | { kind: 'unavailable'; formToken: string }

/** Proves that the visitor is not a program. The proof is prepared as soon as the visitor begins to write. */
export function createBotChallenge() {
  const { prepare, take } = createPrepared(begin)
  return {
    prepare,
    /** Each proof counts once. Rejects if the site cannot be reached. */
    async take(): Promise<Proof> {
      const prove = await take()
      return prove()
    },
  }
}

export type BotChallenge = ReturnType<typeof createBotChallenge>

async function begin(): Promise<() => Promise<Proof>> {
  const check = await fetchChallenge<ContactCheck>('/api/contact/check')
  const { formToken } = check
  const fieldsWith = (proof: Record<string, string>): Proof => ({
    kind: 'fields',
    fields: { [formTokenField]: formToken, ...proof },
  })
  if ('recaptcha' in check) {
    const execute = await loadRecaptcha(check.recaptcha)
    // Not before the message is sent, since a token is valid for two minutes.
    return async () => {
      const token = execute && (await execute())
      return token === null ? { kind: 'unavailable', formToken } : fieldsWith({ recaptcha: token })
    }
  }
  const proof = await solve(check.challenge)
  return () => Promise.resolve(fieldsWith(proof === null ? {} : { proof }))
}
