import * as z from 'zod'
import type { Clock } from '../../config/config.ts'
import { defaultLanguage, type Language } from '../../../shared/language.ts'
import { languageOfPost, type Post, type PostState, postStates } from '../../../shared/post.ts'
import { createConcurrencyLimit } from '../../runtime/concurrency-limit.ts'
import { type Reading, secondsUntil, type SourcePauses } from '../cache/cache.ts'
import { type AskGhostAdmin, contentOf, post as publishedPost } from '../../ghost/ghost.ts'
import type { ConvertPost } from '../conversion/conversion.ts'
import { toCmsPost } from './cms-post.ts'
import { failureOf } from './failure.ts'
import { parseVisibility, publicPartOf } from '../metadata/metadata.ts'

/** Finds a post by its uuid, published or not; null if it does not exist. Only its authors know the uuid. */
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
 * Posts before they are published, from Ghost's Admin API: the Content API has none. A draft looks as if it were published now.
 *
 * @param timeoutMs how long a call waits for its turn
 */
export function createGhostPreviews(
  askAdmin: AskGhostAdmin,
  convertPost: ConvertPost,
  pauses: SourcePauses,
  { now, uptime }: Clock,
  timeoutMs: number,
): ReadPreview {
  // A flood of invented addresses costs four calls at a time.
  const limited = createConcurrencyLimit(4, 100, timeoutMs)

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
    // Only the Content API withholds what is for members.
    const isPublic = parseVisibility(whole.visibility) === 'public'
    const rest = isPublic ? whole : { ...whole, access: false, html: publicPartOf(whole.html ?? '') }
    const language = languageOfPost(rest) ?? defaultLanguage
    // A date that moves would make it another post each time, to be converted again.
    const converted = await convertPost(toCmsPost({ ...rest, published_at: published_at ?? undated }), language)
    const post = { ...converted, published_at: published_at ?? new Date(now()).toISOString() }
    return { kind: 'read', value: { post, state, language } }
  }

  return async (uuid) => {
    const mayCall = () => uptime() >= pauses.pausedUntil('admin')
    const reading = await limited(async () => (mayCall() ? readDraft(uuid).catch(failureOf) : null))
    if (reading === null) {
      const retryAfterSeconds = secondsUntil(pauses.pausedUntil('admin'), uptime())
      return { kind: 'failed', message: 'calls are paused', type: 'Paused', retryAfterSeconds, fault: 'call' }
    }
    if (reading.kind === 'failed') pauses.record(reading, 'admin')
    return reading
  }
}
