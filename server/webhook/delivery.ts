import * as z from 'zod'

const state = z.object({ status: z.string().optional() })

/** `previous` has only changed fields. If a post is deleted, it has all fields and `current` is empty. */
const aboutPost = z.object({ post: z.object({ current: state, previous: state }) })

const aboutNoPost = z.union([z.object({ page: z.object({}) }), z.object({ member: z.object({}) })])

/**
 * Whether readers can see the reported change. Changes of drafts, pages and members are invisible. Ghost 5 does not name the
 * event, so the body's shape decides. A tag or an empty body (`site.changed`) may concern every post.
 */
export function isVisibleChange(body: unknown): boolean {
  if (aboutNoPost.safeParse(body).success) return false
  const parsed = aboutPost.safeParse(body)
  if (!parsed.success) return true
  const { current, previous } = parsed.data.post
  const statuses = [current.status, previous.status].filter((status) => status !== undefined)
  return statuses.length === 0 || statuses.includes('published')
}
