import * as z from 'zod'
import type { Post } from '../../../shared/post.ts'
import { metadataFields } from '../../ghost/ghost.ts'

/**
 * Increment it if stored posts of earlier builds must no longer be shown, because a field has another meaning or HTML is converted
 * in another way. Builds that run side by side then do not share stored posts.
 */
export const storedFormat = 11

const text = z.string().nullable()
const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() })
const author = z.object({
  name: z.string(),
  slug: text,
  profile_image: text,
  bio: text,
  location: text,
  website: text,
})

/** Checks a stored post, since another build may have written it. */
export const storedPost: z.ZodType<Post> = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  html: z.string(),
  standfirst: text,
  feature_image: text,
  published_at: z.string(),
  updated_at: text,
  reading_time: z.number(),
  authors: z.array(author),
  tags: z.array(tag),
  primary_tag: tag.nullable(),
  visibility: z.enum(['public', 'members', 'restricted']),
  access: z.boolean(),
  featured: z.boolean(),
  permalink: text,
  noindex: z.literal(true).optional(),
  ...metadataFields(text),
})
