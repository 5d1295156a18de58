import { type Language, languages, otherLanguage } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import { addressOf, listPath, pages as pageTable } from '../../shared/site-map.ts'
import { sitemapEntries } from './sitemap-entries.ts'
import { versionOf } from '../posts/cache/version.ts'

/** A list as it is held; null where there is none. */
export type IndexableList = { posts: readonly Post[]; version: string } | null

/** A page that search engines may list, with a name of the posts that it is made of: it changes with them. */
export type Indexable = { path: string; language: Language; madeOf: string }

/** How many of a kind and language: of more, the others are made when somebody asks. */
const most: Record<'list' | 'topic' | 'one', number> = { list: 20, topic: 20, one: 100 }

/**
 * The pages that search engines may list, so many of each kind as are worth being made before anybody asks: all that have no
 * posts, the first pages of the list, and the newest topics and articles. Those of a list that is not held are left out.
 *
 * @param pageSize posts on one page of the list; 0: all of them
 */
export function indexablePages(lists: Record<Language, IndexableList>, pageSize: number): Indexable[] {
  const entries = sitemapEntries({ fr: lists.fr?.posts ?? [], en: lists.en?.posts ?? [] })
  return languages.flatMap((language) => {
    const list = lists[language]
    const room = { ...most }
    return entries.flatMap(({ path, language: own }): Indexable[] => {
      const address = addressOf(path)
      if (own !== language || address === null) return []
      const kind = pageTable[address.page].posts
      if (kind === 'none') return [{ path, language, madeOf: '' }]
      if (list === null || (room[kind] -= 1) < 0) return []
      switch (kind) {
        case 'list':
          return pagesOf(list.posts.length, pageSize).map((number) => {
            return { path: listPath(number), language, madeOf: list.version }
          })
        case 'topic':
          // The page names the other language's.
          return [{ path, language, madeOf: `${list.version} ${lists[otherLanguage(language)]?.version}` }]
        case 'one': {
          const post = list.posts.find(({ slug }) => 'slug' in address && slug === address.slug)
          return post === undefined ? [] : [{ path, language, madeOf: versionOf(post) }]
        }
      }
    })
  })
}

function pagesOf(length: number, size: number): number[] {
  const pages = size === 0 ? 1 : Math.max(1, Math.ceil(length / size))
  return Array.from({ length: Math.min(pages, most.list) }, (_, index) => index + 1)
}
