import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../shared/language.ts'
import type { Post, Tag } from '../../shared/post.ts'
import type { AddressRewriter } from './cms-address.ts'
import type { GhostPage, GhostPost, Unreadable } from './ghost-client.ts'
import { failureOf, GhostError } from './ghost-error.ts'
import { parseMetadata, parseVisibility } from './metadata.ts'
import { plainWords } from './plain-words.ts'
import type { ArticleSource, Failure } from './reading.ts'
import type { Sanitise } from './sanitise.ts'

type Read<T> = { kind: 'read'; value: T }

type BrowsePosts = (parameters: URLSearchParams) => Promise<GhostPage>

/**
 * Makes the site's posts of Ghost's own. One that cannot be made is a failure of that post alone: Ghost has answered well.
 *
 * @param rewrite turns what names the CMS into what names this site, in addresses and in plain words
 * @param siteUrl the public origin
 */
export function createPostReader(sanitise: Sanitise, rewrite: AddressRewriter, siteUrl: string) {
  const addresses = { siteUrl, plain: rewrite.text, link: rewrite.link, picture: rewrite.picture }
  return (post: GhostPost, language: Language): Read<Post> | Failure => {
    try {
      return { kind: 'read', value: toPost(post, language) }
    } catch (error) {
      const message = `the post cannot be made: ${String(error)}`
      return { kind: 'failed', message, type: 'UnreadablePost', pauseSeconds: null, fault: 'call' }
    }
  }

  function toPost(post: GhostPost, language: Language): Post {
    const plain = (words: string) => rewrite.text(plainWords(words), language)
    const toTag = ({ id, slug, name }: Tag): Tag => ({ id, slug, name: plain(name) })
    const named = post.tags.find(({ name }) => name === post.primary_tag?.name)
    const primary = post.primary_tag?.slug === '' ? (named ?? post.primary_tag) : post.primary_tag
    return {
      id: post.id,
      slug: post.slug,
      title: plain(post.title),
      // Line breaks only: `\s` would take French no-break spaces too.
      excerpt: plain(post.custom_excerpt || post.excerpt || '').replace(/[ \t\r\n]+/g, ' '),
      html: sanitise(post.html ?? '', language),
      feature_image: post.feature_image ? rewrite.picture(post.feature_image) : null,
      published_at: post.published_at,
      updated_at: post.updated_at ?? null,
      reading_time: post.reading_time ?? 0,
      authors: post.authors.map(({ name }) => ({ name: plain(name) })),
      tags: post.tags.map(toTag),
      primary_tag: primary ? toTag(primary) : null,
      visibility: parseVisibility(post.visibility),
      // A Ghost that says nothing of access has sent what everybody may read.
      access: post.access ?? true,
      permalink: post.url ? rewrite.permalink(post.url) : null,
      ...parseMetadata(post, { language, slug: post.slug, sanitise, ...addresses }),
    }
  }
}

export type PostReader = ReturnType<typeof createPostReader>

/**
 * Posts from a headless Ghost, by the two calls of the specification's section 7.
 *
 * @param onUnreadable is told of a post that is left out of a list
 */
export function createGhostSource(
  browsePosts: BrowsePosts,
  readPost: PostReader,
  onUnreadable: (post: Unreadable) => void,
): ArticleSource {
  return {
    mayHave: isPossibleSlug,

    list: (language) =>
      outcomeOf(async () => {
        const all = soundPage(await readAllPages(browsePosts, language))
        const posts: Post[] = []
        const unmade: { slug: string; failure: Failure }[] = []
        for (const post of all.posts) {
          const reading = readPost(post, language)
          if (reading.kind === 'read') posts.push(reading.value)
          else unmade.push({ slug: post.slug, failure: reading })
          // A post takes milliseconds, a hundred of them too long for whoever else is waiting.
          await setImmediate()
        }
        const [first] = unmade
        if (first !== undefined && posts.length === 0) return first.failure
        all.unreadable.forEach(onUnreadable)
        for (const { slug, failure } of unmade) onUnreadable({ slug, problem: failure.message })
        return { kind: 'read', value: posts }
      }),

    async find(language, slug) {
      // No slug becomes filter syntax, whoever asks.
      if (!isPossibleSlug(slug)) return { kind: 'read', value: null }
      return outcomeOf<Post | null>(async () => {
        const page = await browsePosts(
          new URLSearchParams({
            include: 'authors,tags',
            filter: `slug:${literal(slug)}+tag:${language}`,
            limit: '1',
          }),
        )
        const [post] = soundPage(page).posts
        // What is kept is kept by the slug that was asked for, and a change of the post is told by its own.
        return post?.slug === slug ? readPost(post, language) : { kind: 'read', value: null }
      })
    },
  }
}

/** A post that is none is missing by itself; where no post of all is one, this is no page of posts. */
function soundPage(page: GhostPage): GhostPage {
  const [first] = page.unreadable
  if (first === undefined || page.posts.length > 0) return page
  throw new GhostError(`Ghost's answer is not a page of posts: posts.0.${first.problem}`, 'MalformedAnswer', 200)
}

/** Ten times what one sitemap holds: a Ghost that counts more pages than that does not count. */
const mostPages = 5000

/** Ghost 6 cuts `limit=all` to 100 without a word, so every page is read until all posts are there. */
async function readAllPages(browsePosts: BrowsePosts, language: Language): Promise<GhostPage> {
  const parameters = new URLSearchParams({
    include: 'authors,tags',
    filter: `tag:${language}`,
    order: 'published_at DESC',
    limit: 'all',
  })
  const first = await browsePosts(parameters)
  const { pages = 1, total = 0 } = first.meta?.pagination ?? {}
  const unreadable = [...first.unreadable]
  // By id: a post published between two calls moves the last one of a page to the next.
  const posts = new Map(first.posts.map((post) => [post.id, post]))
  const read = () => posts.size + unreadable.length
  for (let page = 2; page <= pages; page += 1) {
    const known = read()
    parameters.set('page', String(page))
    const next = await browsePosts(parameters)
    for (const post of next.posts) posts.set(post.id, post)
    unreadable.push(...next.unreadable)
    // Whatever Ghost says of pages, there is no end to those that bring nothing new.
    if (read() === known) break
    if (page === mostPages)
      throw new GhostError(`Ghost counts ${pages} pages; expected ${mostPages} at most`, 'EndlessList', 200)
  }
  if (read() < total) {
    throw new GhostError(`Ghost counts ${total} posts but sent ${read()}`, 'IncompleteList', 200)
  }
  return { posts: [...posts.values()], unreadable }
}

async function outcomeOf<T>(read: () => Promise<Read<T> | Failure>): Promise<Read<T> | Failure> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof GhostError)) throw error
    return failureOf(error)
  }
}

/** Ghost's slugs are made of these, a hyphen at the beginning by its import only; anything else would be read as filter syntax. */
function isPossibleSlug(slug: string): boolean {
  return /^[a-z0-9_-]{1,191}$/.test(slug)
}

/**
 * In a filter (NQL), a bare number, `true`, `false`, `null` or a time like `now-1d` is not a text, and a hyphen before a word says
 * "not": Ghost would answer with nothing, or with any other post. Quotes make all of them texts.
 */
function literal(slug: string): string {
  return /^(\d+$|true$|false$|null$|now-\d|-)/.test(slug) ? `'${slug}'` : slug
}
