import type { Challenge } from 'altcha-lib'
import { ownScript } from '../context/trusted-types.ts'
import { patience } from './patience.ts'
import workerAddress from './proof-worker.ts?worker&url'

/** What the server asks for before it takes a form: `Asked` is the shape of its own answer. Rejects where it cannot be reached. */
export async function askFor<Asked>(address: '/api/contact/check' | '/api/newsletter/check'): Promise<Asked> {
  const response = await fetch(address, { signal: patience() })
  if (!response.ok) throw new Error(`the check answered with status ${response.status}; expected 200`)
  return (await response.json()) as Asked // our own server's answer
}

/** Null where the browser has no means for it, as outside a secure context: the server then holds to a stricter rate. */
export function compute(challenge: Challenge): Promise<string | null> {
  if (!('Worker' in window) || !window.isSecureContext) return Promise.resolve(null)
  const worker = new Worker(ownScript(workerAddress), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}
