import type fetch from 'node-fetch'
import { z } from 'zod'
import type { GhostConfig } from '../config.ts'
import { GhostError } from './ghost-error.ts'
import { rawMetadata } from './metadata.ts'

export type Fetch = typeof fetch

const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() })

const post = rawMetadata.extend({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  html: z.string().nullish(),
  excerpt: z.string().nullish(),
  feature_image: z.string().nullish(),
  access: z.boolean().nullish(),
  published_at: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date'),
  updated_at: z.string().nullish(),
  reading_time: z.number().nullish(),
  authors: z.array(z.object({ name: z.string() })).default([]),
  tags: z.array(tag).default([]),
  primary_tag: tag.nullish(),
})

const page = z.object({
  posts: z.array(post),
  meta: z
    .object({ pagination: z.object({ page: z.number(), pages: z.number(), total: z.number() }).optional() })
    .optional(),
})

const refusal = z.object({ errors: z.array(z.object({ message: z.string(), type: z.string() })).min(1) })

export type GhostPost = z.infer<typeof post>
export type GhostPage = z.infer<typeof page>

/** Far above any real page of 100 posts; a body beyond it is an accident or an attack. */
const maxBodyBytes = 64 * 1024 * 1024

/**
 * The Content API's posts endpoint.
 *
 * @returns a function from query parameters to one page of posts; it throws a GhostError that carries the first error's
 * message and type. Neither the key nor the whole address is ever part of a message.
 * @see https://docs.ghost.org/content-api
 */
export function createGhostClient(
  config: GhostConfig,
  fetch: Fetch,
): (parameters: URLSearchParams) => Promise<GhostPage> {
  return async function browsePosts(parameters) {
    const query = new URLSearchParams(parameters)
    query.set('key', config.key)
    const { status, text, retryAfterSeconds } = await ask(`${config.url}/ghost/api/content/posts/?${query}`)
    const body = parseJson(text)
    if (status !== 200) {
      const [error] = refusal.safeParse(body).data?.errors ?? []
      throw error
        ? new GhostError(error.message, error.type, status, retryAfterSeconds)
        : new GhostError(
            `Ghost answered with status ${status}; expected 200`,
            'UnexpectedStatus',
            status,
            retryAfterSeconds,
          )
    }
    const parsed = page.safeParse(body)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const where = body === undefined ? 'it is not JSON' : `${issue?.path.join('.') || 'the body'}: ${issue?.message}`
    throw new GhostError(`Ghost's answer is not a page of posts: ${where}`, 'MalformedAnswer', status)
  }

  async function ask(address: string) {
    try {
      const response = await fetch(address, {
        headers: { 'Accept-Version': config.version, Accept: 'application/json' },
        // A redirect would carry the key to wherever it leads.
        redirect: 'manual',
        size: maxBodyBytes,
        // The signal also covers the body, which node-fetch reads after its promise has resolved.
        signal: AbortSignal.timeout(config.timeoutMs),
      })
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      return {
        status: response.status,
        text: await response.text(),
        retryAfterSeconds: Number.isFinite(seconds) ? Math.max(0, seconds) : null,
      }
    } catch (error) {
      // node-fetch's own message holds the whole address, key included.
      throw new GhostError(reasonOf(error, config.timeoutMs), 'NetworkError', null)
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'Ghost could not be reached'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `Ghost did not answer within ${timeoutMs} ms`
  const code = 'code' in error ? error.code : 'type' in error ? error.type : error.name
  return `Ghost could not be read (${String(code)})`
}
