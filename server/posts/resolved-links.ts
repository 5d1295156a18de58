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
import { authorSlugsOf } from '../../shared/post-groups.ts'
import { addressOf, articlePath, authorPath, tagPath } from '../../shared/site-map.ts'
import { articleAt, withPermalinks } from './addresses/permalinks.ts'
import { type Posts, withChangedArticles } from './posts.ts'

type Listed = Pick<Post, 'slug' | 'tags' | 'authors' | 'permalink'>

/** The lists in memory; null for one that is not there. */
export type KnownLists = Record<Language, readonly Listed[] | null>

export function knownLists({ peekList }: Pick<Posts, 'peekList'>): KnownLists {
  return { fr: peekList('fr')?.value ?? null, en: peekList('en')?.value ?? null }
}

/**
 * Articles whose links lead to the language that has what they name, or to the list where neither has it. Addresses in the CMS do not
 * say their language, and the lists may be unknown when a post's HTML is made: so this is done when the article is read.
 */
export function withResolvedLinks(posts: Posts, siteUrl: string): Posts {
  return withChangedArticles(posts, (post) => resolveLinks(post, knownLists(posts), siteUrl))
}

type Resolved = KnownLists & { siteUrl: string; posts: WeakMap<Post, Post> }

/** Posts as the latest lists resolve them: a megabyte of links takes 0.2 s. */
let latest: Resolved = { fr: null, en: null, siteUrl: '', posts: new WeakMap() }

/** The same post where no link changes. */
export function resolveLinks(post: Post, lists: KnownLists, siteUrl: string): Post {
  if (latest.fr !== lists.fr || latest.en !== lists.en || latest.siteUrl !== siteUrl)
    latest = { ...lists, siteUrl, posts: new WeakMap() }
  const known = latest.posts.get(post)
  if (known) return known
  const html = resolveHtml(post.html, lists, siteUrl)
  const caption = post.feature_image_caption && resolveHtml(post.feature_image_caption, lists, siteUrl)
  const own = resolveCanonical(post, lists, siteUrl)
  const isSame = html === post.html && caption === post.feature_image_caption
  const resolved = isSame ? own : { ...own, html, feature_image_caption: caption }
  latest.posts.set(post, resolved)
  return resolved
}

/** A page that is not there is the original of nothing, and neither is the article itself. */
export function resolveCanonical<P extends Pick<Post, 'slug' | 'canonical_url'>>(
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
function resolveHtml(html: string, lists: KnownLists, siteUrl: string): string {
  const start = `<a\\b[^>]*?\\shref="|${siteUrl.replace(/[.[\]]/g, '\\$&')}`
  const blogAddress = new RegExp(
    `(${start})((?:/(?:fr|en))?/blog)/((?:(?:tag|author)/)?[a-z0-9_-]+)(?![\\w%-])((?:\\?page=\\d+)?(?:#[\\w%~-]*)?)`,
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

/** The language that has an article, a topic or an author: the path's own where a list is unknown; null where neither has it. */
function languageWith(path: string, lists: KnownLists): Language | null {
  const named = prefixOf(path) ?? fallback
  const other = otherLanguage(named)
  const [here, there] = [lists[named], lists[other]]
  const plain = withoutPrefix(path)
  if (here === null || pathsOf(here).has(plain)) return named
  if (there === null) return named
  return pathsOf(there).has(plain) ? other : null
}

const pathsByList = new WeakMap<readonly Listed[], ReadonlySet<string>>()

/** The paths of a list's articles, topics and authors, found once for each list: one may have thousands of posts. */
function pathsOf(list: readonly Listed[]): ReadonlySet<string> {
  const known = pathsByList.get(list)
  if (known) return known
  const paths = new Set(
    list.flatMap((post) => [
      articlePath(post.slug),
      ...topicalTags(post).map(({ slug }) => tagPath(slug)),
      ...authorSlugsOf(post).map(authorPath),
    ]),
  )
  pathsByList.set(list, paths)
  return paths
}
