import * as z from 'zod'
import type { PostsChange } from '../posts/change.ts'

const state = z.object({ slug: z.string().optional(), status: z.string().optional() })

/** `previous` holds only what has changed; of a deleted post everything is there, and `current` is empty. */
const aboutPost = z.object({ post: z.object({ current: state, previous: state }) })

const aboutNoPost = z.union([z.object({ page: z.object({}) }), z.object({ member: z.object({}) })])

/**
 * The change that a delivery of Ghost's webhooks reports. Ghost 5 does not name the event, so the body's own
 * shape decides: `post` is one post; a tag, or nothing at all (`site.changed`), may concern every one.
 *
 * @returns null where no reader can see the change: drafts, pages, members
 */
export function changeIn(body: unknown): PostsChange | null {
  if (aboutNoPost.safeParse(body).success) return null
  const parsed = aboutPost.safeParse(body)
  if (!parsed.success) return { kind: 'everything' }
  const { current, previous } = parsed.data.post
  const statuses = [current.status, previous.status].filter((status) => status !== undefined)
  if (statuses.length > 0 && !statuses.includes('published')) return null
  // Both: an address that was left must answer 404.
  const slugs = [current.slug, previous.slug].filter((slug) => slug !== undefined)
  return slugs.length === 0 ? { kind: 'everything' } : { kind: 'posts', slugs: [...new Set(slugs)] }
}
