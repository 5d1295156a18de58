/**
 * Calls Ghost's Content API and Admin API. A call ends within its timeout, follows no redirect, and fails with a `GhostError`, whose
 * message holds neither a key nor a whole URL. This folder depends on neither the site's posts nor what a failure means for
 * visitors.
 */

import * as z from 'zod'
import type { Fetch } from '../http/fetch.ts'
import { contentOf, createGhostRequest, firstIssue, type GhostApi } from './request.ts'

export { type AskGhostAdmin, createGhostAdmin } from './admin.ts'
export { GhostError, reasonOf, refusedByProxy } from './error.ts'
export { type AskGhost, behindTls, contentOf, createGhostRequest } from './request.ts'

const metadataNames = [
  'feature_image_alt',
  'feature_image_caption',
  'canonical_url',
  'meta_title',
  'meta_description',
  'og_title',
  'og_description',
  'og_image',
  'twitter_title',
  'twitter_description',
  'twitter_image',
] as const

/** A post's metadata fields by Ghost's names, all with the same schema. */
export const metadataFields = <T extends z.ZodType>(text: T) =>
  Object.fromEntries(metadataNames.map((name) => [name, text])) as Record<(typeof metadataNames)[number], T>

const text = z.string().nullish().catch(null)
/** Of an author and of a primary tag, only the name is required: cards and articles need no more. */
const author = z.object({
  name: z.string(),
  slug: text,
  profile_image: text,
  bio: text,
  location: text,
  website: text,
})
const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() })
const primaryTag = tag.extend({ id: z.string().catch(''), slug: z.string().catch('') })

/** The items of a list that match the schema; empty if the value is not a list. */
function validItems<T extends object>(item: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((value) => item.safeParse(value).data ?? []))
}

const date = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')

/**
 * A post as the Content API sends it; posts of the Admin API have the same fields. The first five fields must be valid. Any other
 * invalid field counts as absent, but an invalid `visibility` or `access` as the strictest.
 */
export const post = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  html: z.string().nullish(),
  published_at: date,
  custom_excerpt: text,
  ...metadataFields(text),
  url: text,
  excerpt: text,
  codeinjection_head: text,
  feature_image: text,
  visibility: z.string().nullish().catch('restricted'),
  access: z.boolean().nullish().catch(false),
  updated_at: date.nullish().catch(null),
  reading_time: z.number().nullish().catch(null),
  featured: z.boolean().nullish().catch(null),
  authors: validItems(author),
  tags: validItems(tag),
  primary_tag: primaryTag.nullish().catch(null),
})

/** The slug of an invalid post, for the log. A slug has no other characters. */
const named = z.object({ slug: z.string().regex(/^[\w-]{1,191}$/) })

const pagination = z.object({ pages: z.number().catch(1), total: z.number().catch(0) })

const page = z.object({
  posts: z.array(z.unknown()),
  meta: z.object({ pagination }).optional().catch(undefined),
})

export type GhostPost = z.infer<typeof post>

export type Unreadable = { slug: string | null; problem: string }

export type GhostPage = { posts: GhostPost[]; unreadable: Unreadable[]; meta?: z.infer<typeof page>['meta'] }

/**
 * The Content API's posts endpoint. Unreadable posts are listed separately.
 *
 * @param now milliseconds since 1970
 * @returns a function from query parameters to a page of posts. It throws a GhostError with the message and type of Ghost's first
 * error. Messages contain neither the key nor a whole URL.
 * @see https://docs.ghost.org/content-api
 */
export function createGhostClient(config: GhostApi, fetch: Fetch, now: () => number) {
  const ask = createGhostRequest(config, fetch, now)
  return async function browsePosts(parameters: URLSearchParams): Promise<GhostPage> {
    const query = new URLSearchParams(parameters)
    query.set('key', config.key)
    const { posts: sent, meta } = contentOf(await ask(`/ghost/api/content/posts/?${query}`), page, 'a page of posts')
    const posts: GhostPost[] = []
    const unreadable: Unreadable[] = []
    for (const item of sent) {
      const parsed = post.safeParse(item)
      if (parsed.success) posts.push(parsed.data)
      else unreadable.push({ slug: named.safeParse(item).data?.slug ?? null, problem: firstIssue(parsed.error) })
    }
    return { posts, unreadable, meta }
  }
}

export type BrowsePosts = ReturnType<typeof createGhostClient>
