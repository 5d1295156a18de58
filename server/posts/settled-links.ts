import {
  fallback,
  type Language,
  localise,
  localiseFrom,
  otherLanguage,
  prefixOf,
  withoutPrefix,
} from '../../shared/language.ts'
import { type Post, topicalTags } from '../../shared/post.ts'
import { addressOf, articlePath, tagPath } from '../../shared/site-map.ts'
import { articleAt, withPermalinks } from './addresses/permalinks.ts'
import type { Posts } from './posts.ts'
import { versionOf } from './cache/version.ts'

type Listed = Pick<Post, 'slug' | 'tags' | 'permalink'>

/** The lists as they are held; null for one that is not. */
export type KnownLists = Record<Language, readonly Listed[] | null>

export function knownLists(posts: Pick<Posts, 'peekList'>): KnownLists {
  const listed = (language: Language) => {
    const list = posts.peekList(language)
    return list?.kind === 'held' ? list.value : null
  }
  return { fr: listed('fr'), en: listed('en') }
}

/**
 * Articles whose links lead to the language that has what they name, or to the list where neither has it. In the CMS no address says
 * its language, and when a post's HTML is made, the lists may not be known: so this is asked when the article is read.
 */
export function withSettledLinks(posts: Posts, siteUrl: string): Posts {
  return {
    ...posts,
    async find(language, slug) {
      const answer = await posts.find(language, slug)
      if (answer.kind !== 'held') return answer
      const value = settleLinks(answer.value, knownLists(posts), siteUrl)
      return value === answer.value ? answer : { ...answer, value, version: versionOf(value) }
    },
  }
}

/** The same post where nothing is to be settled. */
export function settleLinks(post: Post, lists: KnownLists, siteUrl: string): Post {
  const html = settled(post.html, lists, siteUrl)
  const caption = post.feature_image_caption && settled(post.feature_image_caption, lists, siteUrl)
  const own = settleCanonical(post, lists, siteUrl)
  if (html === post.html && caption === post.feature_image_caption) return own
  return { ...own, html, feature_image_caption: caption }
}

/** A page that is not there is the original of nothing, and neither is the article itself. */
export function settleCanonical<P extends Pick<Post, 'slug' | 'canonical_url'>>(
  post: P,
  lists: KnownLists,
  siteUrl: string,
): P {
  if (!post.canonical_url?.startsWith(`${siteUrl}/`)) return post
  const path = post.canonical_url.slice(siteUrl.length)
  const page = addressOf(path)
  if (page === null || !('slug' in page)) return post
  const named = prefixOf(path) ?? fallback
  const language = languageWith(path, lists)
  if (language === named) return post
  const isOwn = page.page === 'article' && page.slug === post.slug
  const canonical_url = language === null || isOwn ? null : siteUrl + localise(withoutPrefix(path), language)
  return { ...post, canonical_url }
}

/** Links of sanitised HTML, and this site's addresses where they are spelled out. */
function settled(html: string, lists: KnownLists, siteUrl: string): string {
  const start = `<a\\b[^>]*?\\shref="|${siteUrl.replace(/[.[\]]/g, '\\$&')}`
  const blogAddress = new RegExp(
    `(${start})((?:/(?:fr|en))?/blog)/((?:tag/)?[a-z0-9_-]+)(?![\\w%-])((?:\\?page=\\d+)?(?:#[\\w%~-]*)?)`,
    'g',
  )
  return withPermalinks(html, lists).replace(
    blogAddress,
    (match, before: string, list: string, named: string, place: string) => {
      const path = `${list}/${named}`
      const spoken = prefixOf(path) ?? fallback
      const language = languageWith(path, lists)
      if (language === spoken) return match
      if (language !== null) return before + localiseFrom(withoutPrefix(path), language, spoken) + place
      const article = articleAt(`/${named}`, spoken, lists)
      return before + (article === null ? list : article + place)
    },
  )
}

/** The language that has an article or a topic: the one that its path names, where nobody can tell; null where none has it. */
function languageWith(path: string, lists: KnownLists): Language | null {
  const named = prefixOf(path) ?? fallback
  const other = otherLanguage(named)
  const [here, there] = [lists[named], lists[other]]
  const plain = withoutPrefix(path)
  if (here === null || pathsOf(here).has(plain)) return named
  if (there === null) return named
  return pathsOf(there).has(plain) ? other : null
}

const known = new WeakMap<readonly Listed[], ReadonlySet<string>>()

/** What a list has addresses for, found once for each list: one may be of thousands of posts. */
function pathsOf(list: readonly Listed[]): ReadonlySet<string> {
  const found = known.get(list)
  if (found) return found
  const paths = new Set(
    list.flatMap((post) => [articlePath(post.slug), ...topicalTags(post).map(({ slug }) => tagPath(slug))]),
  )
  known.set(list, paths)
  return paths
}
