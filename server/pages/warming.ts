import type { i18n } from 'i18next'
import { languages, localise } from '../../shared/language.ts'
import { articlePath, pages as pageTable, pathOf, plainPageIds } from '../../shared/site-map.ts'
import type { Posts } from '../posts/posts.ts'
import type { IdleQueue } from './idle-queue.ts'
import type { Pages } from './pages.ts'

/** The others are made when somebody asks: a Ghost of thousands of posts is not to answer for each of them at every start. */
const mostArticles = 100

export type WarmingOptions = {
  pages: Pages
  posts: Posts
  texts: i18n
  queue: IdleQueue
  /** Where every request asks the source, there is nothing to keep of posts. */
  withPosts: boolean
}

/**
 * Puts every page that search engines may list into the store, before anybody asks for it: the plain ones first, then the
 * newest articles of the lists as they are held by then. One at a time, so that a Ghost is never pressed.
 */
export async function warmPages({ pages, posts, texts, queue, withPosts }: WarmingOptions): Promise<void> {
  for (const language of languages) {
    const warm = (path: string) =>
      queue.add(() => pages.warm(localise(path, language), language, texts.cloneInstance({ lng: language })))

    for (const page of plainPageIds) {
      // A `some` over the closed table: its rows differ in type.
      const isThere = pageTable[page].languages.some((one) => one === language)
      if (isThere && (withPosts || pageTable[page].posts === 'none')) warm(pathOf(page))
    }
    if (!withPosts) continue
    queue.add(async () => {
      const list = await posts.list(language)
      if (list.kind === 'held') for (const { slug } of list.value.slice(0, mostArticles)) warm(articlePath(slug))
    })
  }
  await queue.idle()
}
