import type { Challenge } from 'altcha-lib'
import { formTokenField } from '../../shared/contact-rules.ts'
import { createPrepared } from './prepared.ts'
import { askFor, compute } from './proof-of-work.ts'
import { type AskRecaptcha, loadRecaptcha } from './recaptcha.ts'

/** What the server asks for before it takes a message: a computation, or Google's opinion. */
type Asked = { stamp: string; challenge: Challenge } | { stamp: string; recaptcha: string }

/** Fields to send with the message; `unavailable` where Google's script cannot be had, and only a plain form goes through. */
type Proof = { kind: 'fields'; fields: Record<string, string> } | { kind: 'unavailable'; stamp: string }

/** A computation is done while the visitor writes; Google's opinion would be too old by then. */
type Prepared = Proof | { kind: 'recaptcha'; stamp: string; ask: AskRecaptcha }

/** Gets ready to be told from a program, once the visitor begins to write and not before. */
export function createPersonCheck() {
  const { prepare, take } = createPrepared(prove)
  return {
    prepare,
    /** Each proof counts once. Rejects where the site cannot be reached. */
    async take(): Promise<Proof> {
      const proof = await take()
      if (proof.kind !== 'recaptcha') return proof
      const { stamp, ask } = proof
      const token = await ask()
      return token === null ? { kind: 'unavailable', stamp } : fieldsOf(stamp, { recaptcha: token })
    },
  }
}

export type PersonCheck = ReturnType<typeof createPersonCheck>

function fieldsOf(stamp: string, proof: Record<string, string>): Proof {
  return { kind: 'fields', fields: { [formTokenField]: stamp, ...proof } }
}

async function prove(): Promise<Prepared> {
  const asked = await askFor<Asked>('/api/contact/check')
  const { stamp } = asked
  if ('recaptcha' in asked) {
    const ask = await loadRecaptcha(asked.recaptcha)
    return ask === null ? { kind: 'unavailable', stamp } : { kind: 'recaptcha', stamp, ask }
  }
  const proof = await compute(asked.challenge)
  return fieldsOf(stamp, proof === null ? {} : { proof })
}
