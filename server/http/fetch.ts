import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { default as nodeFetch, Response } from 'node-fetch'
import { company } from '../../shared/company.ts'
import type { CallKind, CallOutcome, Observer } from '../runtime/observer.ts'
import { nextTraceparent } from '../runtime/trace.ts'
import { codeOf } from '../runtime/writable-folder.ts'

/** Calls other hosts. Tests pass their own. */
export type Fetch = typeof nodeFetch

/** `isUnanswered`: whether the call was sent on a reused connection that has received nothing since. */
type Call = { isUnanswered: () => boolean }

const calls = new AsyncLocalStorage<Call>()

/** Makes an agent tell the current call if it reuses a connection. */
function reportReuse<A extends http.Agent>(agent: A): A {
  const reuse = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (connection, request) => {
    reuse(connection, request)
    const socket = connection as Socket // by default, agents connect by net and tls
    const before = socket.bytesRead
    const call = calls.getStore()
    if (call) call.isUnanswered = () => socket.bytesRead === before
  }
  return agent
}

/** The options of Node's own agents. */
const agentOptions = { keepAlive: true, scheduling: 'lifo', timeout: 5000 } as const
const agents = { http: reportReuse(new http.Agent(agentOptions)), https: reportReuse(new https.Agent(agentOptions)) }

/**
 * node-fetch, loaded with the first call: a site without Ghost and reCAPTCHA never needs its nine megabytes of memory. A host may
 * close an idle connection just as a request is sent on it. A GET is then retried once, on a new connection (RFC 9112 §9.3.1).
 */
export const fetch: Fetch = async (address, options) => {
  const { default: send } = await import('node-fetch')
  const call: Call = { isUnanswered: () => false }
  try {
    const agent = ({ protocol }: URL) => (protocol === 'https:' ? agents.https : agents.http)
    return await calls.run(call, () => send(address, { agent, ...options }))
  } catch (error) {
    const isLost = ['ECONNRESET', 'EPIPE'].includes(codeOf(error)) && call.isUnanswered()
    if (!isLost || (options?.method ?? 'GET') !== 'GET') throw error
    return send(address, { ...options, agent: ({ protocol }) => new (protocol === 'https:' ? https : http).Agent() })
  }
}

/** `User-Agent` of this site. Product names have no accents and no spaces (RFC 9110, 10.1.5). */
export function userAgent(name: string, siteUrl: string): string {
  const product = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
  return `${product} (+${siteUrl})`
}

/** Adds this site's `User-Agent`, because some hosts reject those of libraries. */
export function identified(fetch: Fetch, siteUrl: string): Fetch {
  return withHeader(fetch, 'user-agent', () => userAgent(company.name, siteUrl))
}

/** Adds the `traceparent` of the request that caused the call. */
export function traced(fetch: Fetch): Fetch {
  return withHeader(fetch, 'traceparent', nextTraceparent)
}

function withHeader(fetch: Fetch, name: string, valueOf: () => string | null): Fetch {
  return async (address, options) => {
    const value = valueOf()
    if (value === null) return fetch(address, options)
    const { Headers } = await import('node-fetch')
    const headers = new Headers(options?.headers)
    headers.set(name, value)
    return fetch(address, { ...options, headers })
  }
}

/** Reports every call to the observer, once its response is complete or has failed. */
export function observeFetch(fetch: Fetch, kind: CallKind, { onCall }: Observer): Fetch {
  return async (address, options) => {
    const began = performance.now()
    const notify = (outcome: CallOutcome) => onCall(kind, outcome, performance.now() - began)
    const withoutAnswer = () => (options?.signal?.aborted ? 'aborted' : 'failed')
    try {
      const answer = await fetch(address, options)
      const outcome = outcomeOf(answer)
      // Callers do not read the whole body of an error.
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
