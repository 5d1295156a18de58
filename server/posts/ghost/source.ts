import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { type BrowsePosts, GhostError, type GhostPage, type Unreadable } from '../../ghost/ghost.ts'
import { failureOf } from './failure.ts'
import type { ConvertPost } from '../conversion/conversion.ts'
import { toCmsPost } from './cms-post.ts'
import type { PostSource } from '../cache/cache.ts'

/**
 * Posts from a headless Ghost, one list per language.
 *
 * @param onUnreadable called for each invalid post
 */
export function createGhostSource(
  browsePosts: BrowsePosts,
  convertPost: ConvertPost,
  onUnreadable: (post: Unreadable) => void,
): Required<PostSource> {
  return {
    async readList(language) {
      try {
        const all = soundPage(await readAllPages(browsePosts, language))
        const posts: Post[] = []
        for (const post of all.posts) {
          posts.push(await convertPost(toCmsPost(post), language))
          // Conversion blocks the event loop: other requests have their turn between two posts.
          await setImmediate()
        }
        all.unreadable.forEach(onUnreadable)
        return { kind: 'read', value: posts }
      } catch (error) {
        return failureOf(error)
      }
    },

    mayHave: isPossibleSlug,

    async readArticle(language, slug) {
      if (!isPossibleSlug(slug)) return { kind: 'read', value: null }
      const filter = `slug:${literal(slug)}+tag:${language}`
      try {
        const page = await browsePosts(new URLSearchParams({ include: 'authors,tags', filter, limit: '1' }))
        const [post] = soundPage(page).posts
        return { kind: 'read', value: post?.slug === slug ? await convertPost(toCmsPost(post), language) : null }
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

/** Invalid posts are skipped. If all are invalid, the answer is malformed. */
function soundPage(page: GhostPage): GhostPage {
  const [first] = page.unreadable
  if (first === undefined || page.posts.length > 0) return page
  throw new GhostError(`Ghost's answer is not a page of posts: posts.0.${first.problem}`, 'MalformedAnswer', 200)
}

/** Ten times the posts of one sitemap. A larger number of pages is a defect of Ghost. */
const maxPages = 5000

/** Ghost 6 silently limits `limit=all` to 100, so pages are read until all posts are there. */
async function readAllPages(browsePosts: BrowsePosts, language: Language): Promise<GhostPage> {
  const parameters = new URLSearchParams({
    include: 'authors,tags',
    filter: `tag:${language}`,
    order: 'published_at DESC',
    limit: 'all',
  })
  const first = await browsePosts(parameters)
  const { pages, total } = first.meta?.pagination ?? { pages: 1, total: 0 }
  const unreadable = [...first.unreadable]
  // Keyed by id: a post published between two calls moves one to the next page.
  const posts = new Map(first.posts.map((post) => [post.id, post]))
  const read = () => posts.size + unreadable.length
  for (let page = 2; page <= pages; page += 1) {
    const known = read()
    parameters.set('page', String(page))
    const next = await browsePosts(parameters)
    for (const post of next.posts) posts.set(post.id, post)
    unreadable.push(...next.unreadable)
    // A page with nothing new is the last, however many pages Ghost counts.
    if (read() === known) break
    if (page === maxPages)
      throw new GhostError(`Ghost counts ${pages} pages; expected ${maxPages} at most`, 'EndlessList', 200)
  }
  if (read() < total) {
    throw new GhostError(`Ghost counts ${total} posts but sent ${read()}`, 'IncompleteList', 200)
  }
  return { posts: [...posts.values()], unreadable }
}

/** Ghost's slugs consist of these characters; Ghost would read others as filter syntax. */
function isPossibleSlug(slug: string): boolean {
  return /^[a-z0-9_-]{1,191}$/.test(slug)
}

/** In Ghost's filter language a bare number, `true`, `null` or `now-1d` is not a string, and a leading hyphen negates: quote those. */
function literal(slug: string): string {
  return /^(\d+$|true$|false$|null$|now-\d|-)/.test(slug) ? `'${slug}'` : slug
}
