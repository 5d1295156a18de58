import { z } from 'zod'
import type { GhostConfig } from '../config.ts'
import { contentOf, createGhostRequest, type Fetch } from './ghost-request.ts'
import { rawMetadata } from './metadata.ts'

export type { Fetch }

const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() })

/** A post as the Content API sends it; the Admin API's have the same fields. */
export const post = rawMetadata.extend({
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

export type GhostPost = z.infer<typeof post>
export type GhostPage = z.infer<typeof page>

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
  const ask = createGhostRequest(config, fetch)
  return async function browsePosts(parameters) {
    const query = new URLSearchParams(parameters)
    query.set('key', config.key)
    return contentOf(await ask(`/ghost/api/content/posts/?${query}`), page, 'a page of posts')
  }
}
