import type nodeFetch from 'node-fetch'
import { nextTraceparent } from '../runtime/trace.ts'

/** How other hosts are asked; tests pass their own. */
export type Fetch = typeof nodeFetch

/** node-fetch, loaded with the first call: nine megabytes that a site without Ghost, reCAPTCHA and edge never needs. */
export const fetch: Fetch = async (address, options) => {
  const { default: call } = await import('node-fetch')
  return call(address, options)
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
