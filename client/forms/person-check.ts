import type { Challenge } from 'altcha-lib'
import { stampField } from '../../shared/contact-form.ts'
import { ownScript } from '../trusted-types.ts'
import { patience } from './patience.ts'
import workerAddress from './proof-worker.ts?worker&url'
import { type AskRecaptcha, loadRecaptcha } from './recaptcha.ts'

/** What the server asks for before it takes a message: a computation, or Google's opinion. */
type Asked = { stamp: string; challenge: Challenge } | { stamp: string; recaptcha: string }

/** Fields to send with the message; `unavailable` where Google's script cannot be had, and only a plain form goes through. */
type Proof = { kind: 'fields'; fields: Record<string, string> } | { kind: 'unavailable'; stamp: string }

/** A computation is done while the visitor writes; Google's opinion would be too old by then. */
type Prepared = Proof | { kind: 'recaptcha'; stamp: string; ask: AskRecaptcha }

/** The server forgets what it asked after half an hour. */
const validMs = 25 * 60_000

/** Gets ready to be told from a program, once the visitor begins to write and not before. */
export function createPersonCheck() {
  let prepared: { at: number; proof: Promise<Prepared> } | null = null

  function prepare(): Promise<Prepared> {
    if (prepared === null || Date.now() - prepared.at > validMs) {
      const proof = prove()
      prepared = { at: Date.now(), proof }
      // What could not be prepared is asked for again when it is needed.
      proof.catch(() => {
        prepared = null
      })
    }
    return prepared.proof
  }

  return {
    prepare: () => void prepare().catch(() => {}),
    /** Each proof counts once. Rejects where the site cannot be reached. */
    async take(): Promise<Proof> {
      const proof = await prepare()
      prepared = null
      if (proof.kind !== 'recaptcha') return proof
      const { stamp, ask } = proof
      const token = await ask()
      return token === null ? { kind: 'unavailable', stamp } : fieldsOf(stamp, { recaptcha: token })
    },
  }
}

export type PersonCheck = ReturnType<typeof createPersonCheck>

function fieldsOf(stamp: string, proof: Record<string, string>): Proof {
  return { kind: 'fields', fields: { [stampField]: stamp, ...proof } }
}

async function prove(): Promise<Prepared> {
  const response = await fetch('/api/contact/check', { signal: patience() })
  if (!response.ok) throw new Error(`the check answered with status ${response.status}; expected 200`)
  const asked = (await response.json()) as Asked // our own server's answer
  const { stamp } = asked
  if ('recaptcha' in asked) {
    const ask = await loadRecaptcha(asked.recaptcha)
    return ask === null ? { kind: 'unavailable', stamp } : { kind: 'recaptcha', stamp, ask }
  }
  const proof = await compute(asked.challenge)
  return fieldsOf(stamp, proof === null ? {} : { proof })
}

/** Null where the browser has no means for it, as outside a secure context: the server then holds to a stricter rate. */
function compute(challenge: Challenge): Promise<string | null> {
  if (!('Worker' in window) || !window.isSecureContext) return Promise.resolve(null)
  const worker = new Worker(ownScript(workerAddress), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
