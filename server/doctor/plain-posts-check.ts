import { fallback, type Language } from '../../shared/language.ts'
import type { GhostPage, GhostPost } from '../posts/ghost/client.ts'
import { GhostError } from '../posts/ghost/error.ts'
import type { Made } from '../posts/ghost/post-reader.ts'
import { type Finding, warning } from './finding.ts'

const newest = new URLSearchParams({ limit: '100', order: 'published_at DESC' })

/** As the site makes posts. */
export type MakePost = (post: GhostPost, language: Language) => Promise<Made>

/** Makes the newest posts, and warns of those that the site shows in plain words. */
export async function checkPlainPosts(
  browsePosts: (parameters: URLSearchParams) => Promise<GhostPage>,
  make: MakePost,
): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    for (const post of (await browsePosts(newest)).posts) {
      const made = await make(post, fallback)
      if (made.kind === 'made') continue
      found.push(
        warning('posts', `"${post.title}" is shown in plain words (${made.reason}). Simplify it in Ghost's editor`),
      )
    }
  } catch (error) {
    // That Ghost does not answer is told of already.
    if (!(error instanceof GhostError)) throw error
  }
  return found
}
