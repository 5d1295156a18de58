import { createHash } from 'node:crypto'
import { type Language, languages } from '../../shared/language.ts'
import { type Post, summaryOf } from '../../shared/post.ts'
import { type Address, pages } from '../../shared/site-map.ts'
import type { PostDifference } from '../posts/cache/store.ts'

/**
 * The name of something that an answer is made of, as a purge names it: letters, digits, `-` and `_`, at most 100 characters.
 *
 * | tag | is on |
 * | --- | --- |
 * | `documents` | whatever a build makes: pages, the API, feeds, the sitemap, plain files |
 * | `build-<hash>` | what that build has made |
 * | `page-<page>` | a kind of page, by its name in shared/site-map.ts; `page-none` on what is none |
 * | `list-<language>` | what shows posts of that list |
 * | `addresses` | articles, which link to others, and articles that are not there: it depends on which posts there are |
 * | `post-<id>`, `tag-<slug>`, `author-<slug>` | an article |
 * | `media` | pictures of posts |
 */
export type Tag = string

/** An answer's tags take at most so many bytes: Fastly takes 16 KB, nginx's and Varnish's room for a line of a header is 8. */
const mostBytes = 2000

export const documents: Tag = 'documents'
export const media: Tag = 'media'
const addresses: Tag = 'addresses'

export function buildTag(build: string): Tag {
  return tagOf('build', build)
}

export function listTag(language: Language): Tag {
  return tagOf('list', language)
}

/** @param post what an article shows; null for every other page, and for an article that is not there */
export function pageTags(address: Address | null, language: Language, post: Post | null): Tag[] {
  if (address === null) return ['page-none']
  const { page } = address
  const own = tagOf('page', page)
  const { posts } = pages[page]
  if (posts === 'none') return [own]
  if (posts === 'one') return [own, ...articleTags(post)]
  // Pages of a topic or an author also say whether the other language has it.
  return [own, ...(posts === 'topic' || posts === 'author' ? languages.map(listTag) : [listTag(language)])]
}

export function articleTags(post: Post | null): Tag[] {
  if (post === null) return [addresses]
  const topics = post.tags.map(({ slug }) => tagOf('tag', slug))
  const authors = post.authors.flatMap(({ slug }) => (slug === null ? [] : [tagOf('author', slug)]))
  return [tagOf('post', post.id), addresses, ...topics, ...authors]
}

/** The tags of answers that are no longer true at the edge once the posts of a language differ. */
export function tagsOfDifference(language: Language, differences: readonly PostDifference[] | null): Tag[] {
  if (differences === null) return [listTag(language), addresses]
  const posts = differences.flatMap(({ before, after }) => [before, after]).filter((post) => post !== null)
  const isElsewhere = differences.some(({ before, after }) => shownElsewhere(before) !== shownElsewhere(after))
  return unique([listTag(language), ...posts.map(({ id }) => tagOf('post', id)), ...(isElsewhere ? [addresses] : [])])
}

/** Other articles may show these fields of a post: all that lists do, but when it was changed and how long it is. */
function shownElsewhere(post: Post | null): string {
  return JSON.stringify(
    post && [{ ...summaryOf(post), updated_at: null, reading_time: 0 }, post.permalink, post.canonical_url],
  )
}

/** The first tags that fit; the last ones are there for operators alone. */
export function withinBounds(tags: readonly Tag[]): Tag[] {
  let bytes = 0
  return unique(tags).filter((tag) => (bytes += tag.length + 1) <= mostBytes)
}

function unique(tags: readonly Tag[]): Tag[] {
  return [...new Set(tags)]
}

/** Whatever a slug holds, its tag is plain: caches disagree on all else. Two slugs have two tags, but for their case. */
function tagOf(kind: string, name: string): Tag {
  const isPlain = /^[\w-]{1,80}$/.test(name)
  return `${kind}-${isPlain ? name : createHash('sha256').update(name).digest('hex').slice(0, 20)}`
}
