import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { default as nodeFetch, Response } from 'node-fetch'
import type { CallKind, CallOutcome, Observer } from '../runtime/observer.ts'
import { nextTraceparent } from '../runtime/trace.ts'
import { codeOf } from '../runtime/writable-folder.ts'

/** How other hosts are asked; tests pass their own. */
export type Fetch = typeof nodeFetch

/** Whether a call was sent on a kept connection, on which nothing has arrived since. */
type Call = { isUnanswered: () => boolean }

const calls = new AsyncLocalStorage<Call>()

/** Has the agent tell the call that it reuses a connection. */
function tellingReuse<A extends http.Agent>(agent: A): A {
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

/** As Node's own agents. */
const keeping = { keepAlive: true, scheduling: 'lifo', timeout: 5000 } as const
const agents = { http: tellingReuse(new http.Agent(keeping)), https: tellingReuse(new https.Agent(keeping)) }

/**
 * node-fetch, loaded with the first call: nine megabytes that a site without Ghost and reCAPTCHA never needs. The other side may close
 * a kept connection just as a request is sent on it: a GET is then sent once more, on a new connection (RFC 9112 §9.3.1).
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

/** The same `fetch`, which names this site: some hosts reject the user agents of libraries. */
export function identified(fetch: Fetch, siteUrl: string): Fetch {
  return withHeader(fetch, 'user-agent', () => `Nordet (+${siteUrl})`)
}

/** The same `fetch`, which passes on the trace of the request that has caused the call. */
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
