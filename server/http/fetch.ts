import { finished } from 'node:stream'
import type { default as nodeFetch, Response } from 'node-fetch'
import type { CallKind, CallOutcome, Observer } from '../runtime/observer.ts'
import { nextTraceparent } from '../runtime/trace.ts'

/** How other hosts are asked; tests pass their own. */
export type Fetch = typeof nodeFetch

/** node-fetch, loaded with the first call: nine megabytes that a site without Ghost and reCAPTCHA never needs. */
export const fetch: Fetch = async (address, options) => {
  const { default: call } = await import('node-fetch')
  return call(address, options)
}

/** The same `fetch`, which names this site: some hosts reject the user agents of libraries. */
export function identified(fetch: Fetch, siteUrl: string): Fetch {
  return async (address, options) => {
    const { Headers } = await import('node-fetch')
    const headers = new Headers(options?.headers)
    headers.set('user-agent', `Nordet (+${siteUrl})`)
    return fetch(address, { ...options, headers })
  }
}

/** The same `fetch`, which passes on the trace of the request that has caused the call. */
export function traced(fetch: Fetch): Fetch {
  return async (address, options) => {
    const traceparent = nextTraceparent()
    if (traceparent === null) return fetch(address, options)
    const { Headers } = await import('node-fetch')
    const headers = new Headers(options?.headers)
    headers.set('traceparent', traceparent)
    return fetch(address, { ...options, headers })
  }
}

/** The same `fetch`; it notifies the observer of every call, once its answer is whole or there will be none. */
export function observeFetch(fetch: Fetch, kind: CallKind, { onCall }: Observer): Fetch {
  return async (address, options) => {
    const began = performance.now()
    const notify = (outcome: CallOutcome) => onCall(kind, outcome, performance.now() - began)
    const withoutAnswer = () => (options?.signal?.aborted ? 'aborted' : 'failed')
    try {
      const answer = await fetch(address, options)
      const outcome = outcomeOf(answer)
      // Callers do not read a refusal to its end.
      if (outcome !== '2xx' || answer.body === null) notify(outcome)
      else finished(answer.body, (error) => notify(error ? withoutAnswer() : outcome))
      return answer
    } catch (error) {
      notify(withoutAnswer())
      throw error
    }
  }
}

function outcomeOf({ status }: Response): CallOutcome {
  if (status >= 500) return '5xx'
  if (status >= 400) return '4xx'
  return status >= 300 ? '3xx' : '2xx'
}
