import * as z from 'zod'
import type { GhostConfig } from '../config/config.ts'
import { withDeadline } from '../http/deadline.ts'
import type { Fetch } from '../http/fetch.ts'
import { parseJson } from '../http/json.ts'
import { parseRetryAfter } from '../http/retry-after.ts'
import { GhostError, reasonOf, refusedByProxy } from './error.ts'

/** If Ghost's own URL is https, it redirects a request over http to https at the same host, where nothing may listen. */
export const behindTls = { 'X-Forwarded-Proto': 'https' }

/** What a call needs: Ghost's URL, its Content API key, the API version and the timeout in milliseconds. */
export type GhostApi = Pick<GhostConfig, 'url' | 'key' | 'version' | 'timeoutMs'>

/** A complete response of Ghost, with any status; `body` is undefined if it is not JSON. */
export type GhostAnswer = {
  status: number
  body: unknown
  /** For example `text/html`; null if it is absent or invalid. */
  contentType: string | null
  /** Seconds of `Retry-After`, from 1 to 600; null if it was absent. */
  retryAfterSeconds: number | null
  /** The `GHOST_URL` that a redirect suggests; redirects are never followed. Null if it leads to no other Ghost. */
  movedTo: string | null
}

const refusal = z.object({ errors: z.array(z.object({ message: z.string(), type: z.string() })).min(1) })

/** Far above any real page of 100 posts; a body beyond it is an accident or an attack. */
const maxBodyBytes = 64 * 1024 * 1024

/**
 * Requests a path below Ghost's URL. Rejects with a GhostError if there is no complete response. Its message contains neither a key
 * nor a whole URL.
 *
 * @param timeoutMs for the complete response
 * @param now milliseconds since 1970, for a `Retry-After` that is a date
 */
export function createGhostRequest({ url, key, version, timeoutMs }: GhostApi, fetch: Fetch, now: () => number) {
  /** @param signal covers the body too, which node-fetch reads after its promise has resolved */
  async function exchange(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<GhostAnswer> {
    const response = await fetch(url + path, {
      headers: { 'Accept-Version': version, Accept: 'application/json', ...behindTls, ...headers },
      // A redirect would send the key to another host.
      redirect: 'manual',
      size: maxBodyBytes,
      signal,
    })
    // Aborting emits an error on the body, which would be uncaught without a listener.
    response.body?.on('error', () => {})
    // The same code as node-fetch's for a body that grows too large.
    if (Number(response.headers.get('content-length')) > maxBodyBytes)
      throw Object.assign(new Error('the body is too large'), { code: 'max-size' })
    const text = await response.text()
    // Ghost's error messages are logged, and may repeat the request.
    const hidden = [key, new URL(url).host, ...(headers.Authorization ? [headers.Authorization] : [])]
    return {
      status: response.status,
      body: parseJson(response.ok ? text : hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)),
      contentType: /^[\w.+-]{1,50}\/[\w.+-]{1,50}/.exec(response.headers.get('content-type') ?? '')?.[0] ?? null,
      retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), response.headers.get('date'), now()),
      movedTo: movedTo(response.headers.get('location'), url),
    }
  }

  return async function askGhost(path: string, headers: Record<string, string> = {}): Promise<GhostAnswer> {
    try {
      return await withDeadline(timeoutMs, (signal) => exchange(path, headers, signal))
    } catch (error) {
      throw new GhostError(reasonOf(error, timeoutMs, 'read'), 'NetworkError', null)
    }
  }
}

export type AskGhost = ReturnType<typeof createGhostRequest>

/** A redirect's target without the path of Ghost's API; null if it is the same Ghost, or has no such path. */
function movedTo(location: string | null, url: string): string | null {
  if (location === null || !URL.canParse(location, url)) return null
  const { origin, pathname } = new URL(location, url)
  const end = pathname.indexOf('/ghost/api/')
  const target = origin + pathname.slice(0, end)
  return end === -1 || target === url ? null : target
}

/**
 * The content of a response. Throws a GhostError with the message and type of Ghost's first error, or with what was expected
 * instead.
 *
 * @param name what is expected, e.g. `a page of posts`
 */
export function contentOf<T>(answer: GhostAnswer, schema: z.ZodType<T>, name: string): T {
  const { status, body, retryAfterSeconds, movedTo } = answer
  if (movedTo !== null) {
    throw new GhostError(`Ghost has moved (status ${status}); set GHOST_URL to ${movedTo}`, 'Moved', status)
  }
  if (status !== 200) {
    const [error] = refusal.safeParse(body).data?.errors ?? []
    const { message, type } = error ?? unexpected(answer)
    throw new GhostError(message, type, status, retryAfterSeconds)
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const reason = body === undefined ? 'it is not JSON' : firstIssue(parsed.error)
  throw new GhostError(`Ghost's answer is not ${name}: ${reason}`, 'MalformedAnswer', status)
}

/** The message and type for a response that has none of Ghost's errors. */
function unexpected({ status, contentType }: GhostAnswer): { message: string; type: string } {
  if (status !== 401 && status !== 403) {
    return { message: `Ghost answered with status ${status}; expected 200`, type: 'UnexpectedStatus' }
  }
  const answered = `status ${status}, ${contentType ?? 'no content type'}`
  return { message: `a firewall or proxy in front of Ghost refuses the site: ${answered}`, type: refusedByProxy }
}

/** The path of the first issue and its message; never the value there. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the body'}: ${issue?.message}`
}
