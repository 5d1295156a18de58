import { z } from 'zod'
import { fallback, type Language } from '../../shared/language.ts'
import { languageOfPost, type Post, type PostState, postStates } from '../../shared/post.ts'
import { createCallLimit } from './call-limit.ts'
import type { AskGhostAdmin } from './ghost-admin.ts'
import { type GhostPost, post as publishedPost } from './ghost-client.ts'
import { GhostError } from './ghost-error.ts'
import { contentOf } from './ghost-request.ts'
import type { Failure } from './reading.ts'

/** A post as it is right now, published or not. */
export type PreviewReading =
  { kind: 'read'; value: { post: Post; state: PostState; language: Language } | null } | Failure

/** Finds a post by its uuid, which only those know who write it. */
export type ReadPreview = (uuid: string) => Promise<PreviewReading>

/** A draft has no date of publication yet. */
const post = publishedPost.extend({
  status: z.enum(postStates),
  published_at: publishedPost.shape.published_at.nullish(),
})
const page = z.object({ posts: z.array(post) })

const callsAtOnce = 4
const callsWaiting = 20

/**
 * Posts before they are published, from Ghost's Admin API: the Content API has none.
 *
 * @param now milliseconds since 1970; a draft looks as if it were published now
 */
export function createGhostPreviews(
  askAdmin: AskGhostAdmin,
  toPost: (post: GhostPost, language: Language) => Post,
  timeoutMs: number,
  now: () => number,
): ReadPreview {
  const limited = createCallLimit(callsAtOnce, callsWaiting, timeoutMs)

  async function read(uuid: string): Promise<PreviewReading> {
    const query = new URLSearchParams({
      filter: `uuid:'${uuid}'`,
      formats: 'html',
      include: 'authors,tags',
      limit: '1',
    })
    const { posts } = contentOf(await askAdmin(`posts/?${query}`), page, 'a page of posts')
    const [found] = posts
    if (found === undefined) return { kind: 'read', value: null }
    const { status: state, published_at, ...rest } = found
    const language = languageOfPost(rest) ?? fallback
    const dated = { ...rest, published_at: published_at ?? new Date(now()).toISOString() }
    return { kind: 'read', value: { post: toPost(dated, language), state, language } }
  }

  return async (uuid) => {
    try {
      const reading = await limited(() => read(uuid))
      return (
        reading ?? { kind: 'failed', message: 'too many calls are waiting', type: 'TurnedAway', pauseSeconds: null }
      )
    } catch (error) {
      if (!(error instanceof GhostError)) throw error
      return { kind: 'failed', message: error.message, type: error.name, pauseSeconds: error.retryAfterSeconds }
    }
  }
}
