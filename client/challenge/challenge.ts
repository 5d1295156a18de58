/**
 * What all forms need to post: a proof of work, computed once the visitor begins to write, and requests with a timeout. This folder
 * does not depend on fields.
 */
import type { Challenge } from 'altcha-lib'
import { ownScript } from '../context/trusted-types.ts'
import { fetchOwn } from '../context/own-api.ts'
import workerAddress from './challenge-worker.ts?worker&url'

/** A slow phone sends a message of maximum size in a second. */
const requestTimeoutMs = 30_000

/** The server accepts a challenge for half an hour. */
const validMs = 25 * 60_000

/** Undefined in an older browser: the request then ends only if the connection times out. */
function requestTimeout(): AbortSignal | undefined {
  return AbortSignal.timeout?.(requestTimeoutMs)
}

/** Posts a form's fields. Rejects if the site cannot be reached in time. */
export function postJson(address: '/api/contact' | '/api/newsletter', fields: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetchOwn(address, { method: 'POST', headers, body: JSON.stringify(fields), signal: requestTimeout() })
}

/** Fetches the check that a form must pass. Rejects if the site cannot be reached in time. */
export async function fetchChallenge<T>(address: '/api/contact/check' | '/api/newsletter/check'): Promise<T> {
  const response = await fetchOwn(address, { signal: requestTimeout() })
  if (!response.ok) throw new Error(`the check answered with status ${response.status}; expected 200`)
  return (await response.json()) as T // our own server's answer
}

/** Computes the proof; null if the browser cannot, for example without HTTPS. The server then accepts fewer forms from this visitor. */
export function solve(challenge: Challenge): Promise<string | null> {
  if (!('Worker' in window) || !window.isSecureContext) return Promise.resolve(null)
  const worker = new Worker(ownScript(workerAddress), { type: 'module' })
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(challenge)
  }).finally(() => worker.terminate())
}

/** A value that takes time to compute. It is computed as soon as the visitor begins to write, and used a single time. */
export function createPrepared<T>(compute: () => Promise<T>) {
  let prepared: { at: number; value: Promise<T> } | null = null

  function prepare(): Promise<T> {
    if (prepared === null || Date.now() - prepared.at > validMs) {
      const value = compute()
      prepared = { at: Date.now(), value }
      // After a failure it is computed again when it is needed.
      value.catch(() => {
        prepared = null
      })
    }
    return prepared.value
  }

  return {
    prepare: () => void prepare().catch(() => {}),
    /** Rejects if the computation fails. */
    async take(): Promise<T> {
      const value = await prepare()
      prepared = null
      return value
    },
  }
}
