import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { createSingleFlight } from '../cache/single-flight.ts'
import type { GhostPost } from './client.ts'
import type { MakePost } from './post-maker.ts'

/** The outcome of making a post; `reason` is for the log. */
export type Made = { kind: 'made'; post: Post } | { kind: 'failed'; reason: string }

/** Makes a post, in this thread or in another. */
export type TryPost = (post: GhostPost, language: Language) => Promise<Made>

/** What making a post in this thread comes to. */
export function madeBy(make: MakePost, post: GhostPost, language: Language): Made {
  try {
    return { kind: 'made', post: make(post, language) }
  } catch (error) {
    return { kind: 'failed', reason: String(error) }
  }
}

/** The site's post of one of Ghost's: as its author wrote it or, where that cannot be made, in plain text. Never rejects. */
export type ReadPost = (post: GhostPost, language: Language) => Promise<Post>

/**
 * Characters of HTML that are remembered. Posts in the store take no room twice; a bound below the length of a list would remember
 * nothing, since each post would push out the one that is read next.
 */
const mostCharacters = 200_000_000

/** A machine may have been too busy: the post is made again later. */
const plainLifeMs = 60 * 60_000

/**
 * Makes each post once: a list is read again every minute and its posts hardly ever change. What cannot be made is not tried
 * again either.
 *
 * @param makePlain the same in plain text, whatever the post holds
 * @param onPlain is called for each post that is shown in plain text
 */
export function createPostReader(
  make: TryPost,
  makePlain: (post: GhostPost, language: Language) => Post | Promise<Post>,
  onPlain: (plain: { slug: string; reason: string }) => void,
): ReadPost {
  const known = new LRUCache<string, Post>({
    maxSize: mostCharacters,
    sizeCalculation: ({ html }) => html.length + 1000,
  })
  const making = createSingleFlight<Post>()

  return async (post, language) => {
    const content = JSON.stringify([language, post])
    const key = createHash('sha256').update(content).digest('base64')
    return known.get(key) ?? making.run(key, () => read(key, post, language))
  }

  async function read(key: string, post: GhostPost, language: Language): Promise<Post> {
    const made = await make(post, language)
    const shown = made.kind === 'made' ? made.post : await makePlain(post, language)
    known.set(key, shown, { ttl: made.kind === 'made' ? 0 : plainLifeMs })
    if (made.kind === 'failed') onPlain({ slug: post.slug, reason: made.reason })
    return shown
  }
}
