import type { Challenge } from 'altcha-lib'
import { formTokenField } from '../../shared/contact-rules.ts'
import { createPrepared, fetchChallenge, solve } from '../challenge/challenge.ts'
import { loadRecaptcha } from './recaptcha.ts'

/** The server's demand before it takes a message: a computation, or Google's opinion. */
type Asked = { formToken: string; challenge: Challenge } | { formToken: string; recaptcha: string }

/** Fields to send with the message; `unavailable` if Google's script cannot be loaded: only a plain form is accepted then. */
type Proof = { kind: 'fields'; fields: Record<string, string> } | { kind: 'unavailable'; formToken: string }

/** Proves that the visitor is no program; prepared once the visitor begins to write, and not before. */
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
  const asked = await fetchChallenge<Asked>('/api/contact/check')
  const { formToken } = asked
  const fieldsWith = (proof: Record<string, string>): Proof => ({
    kind: 'fields',
    fields: { [formTokenField]: formToken, ...proof },
  })
  if ('recaptcha' in asked) {
    const askGoogle = await loadRecaptcha(asked.recaptcha)
    // Asked for when the message is sent: its token is valid for two minutes.
    return async () => {
      const token = askGoogle && (await askGoogle())
      return token === null ? { kind: 'unavailable', formToken } : fieldsWith({ recaptcha: token })
    }
  }
  const proof = await solve(asked.challenge)
  return () => Promise.resolve(fieldsWith(proof === null ? {} : { proof }))
}
