import * as z from 'zod'
import { fallback, type Language } from '../../../shared/language.ts'
import { languageOfPost, type Post, type PostState, postStates } from '../../../shared/post.ts'
import type { Guard } from '../cache/guard.ts'
import type { AskGhostAdmin } from './admin.ts'
import type { ReadPost } from './post-reader.ts'
import { post as publishedPost } from './client.ts'
import { failureOf } from './error.ts'
import { contentOf } from './request.ts'
import type { Reading } from '../cache/source.ts'
import { parseVisibility, publicPartOf } from '../metadata/visibility.ts'

/** Finds a post as it is right now, published or not, by its uuid, which only its authors know; null where there is none. */
export type ReadPreview = (
  uuid: string,
) => Promise<Reading<{ post: Post; state: PostState; language: Language } | null>>

/** A draft has no date of publication yet. */
const post = publishedPost.extend({
  status: z.enum(postStates),
  published_at: publishedPost.shape.published_at.nullish(),
})
const page = z.object({ posts: z.array(post) })

const undated = new Date(0).toISOString()

/**
 * Posts before they are published, from Ghost's Admin API: the Content API has none.
 *
 * @param now milliseconds since 1970; a draft looks as if it were published now
 */
export function createGhostPreviews(
  askAdmin: AskGhostAdmin,
  readPost: ReadPost,
  guard: Guard,
  now: () => number,
): ReadPreview {
  async function readDraft(uuid: string): ReturnType<ReadPreview> {
    const query = new URLSearchParams({
      filter: `uuid:'${uuid}'`,
      formats: 'html',
      include: 'authors,tags',
      limit: '1',
    })
    const { posts } = contentOf(await askAdmin(`posts/?${query}`), page, 'a page of posts')
    const [found] = posts
    if (found === undefined) return { kind: 'read', value: null }
    const { status: state, published_at, ...whole } = found
    // Only the Content API keeps back what is for members.
    const isPublic = parseVisibility(whole.visibility) === 'public'
    const rest = isPublic ? whole : { ...whole, access: false, html: publicPartOf(whole.html ?? '') }
    const language = languageOfPost(rest) ?? fallback
    // With a date that moves, it would be another post each time, and made anew.
    const made = await readPost({ ...rest, published_at: published_at ?? undated }, language)
    const post = { ...made, published_at: published_at ?? new Date(now()).toISOString() }
    return { kind: 'read', value: { post, state, language } }
  }

  return async (uuid) => {
    const reading = await guard.callInTurn('previews', () => readDraft(uuid).catch(failureOf), 'admin')
    if (reading.kind !== 'rejected') return reading
    const retryAfterSeconds = Math.max(1, Math.ceil((reading.until - now()) / 1000))
    return {
      kind: 'failed',
      message: 'Ghost is left alone for now',
      type: 'Rejected',
      retryAfterSeconds,
      fault: 'call',
    }
  }
}
