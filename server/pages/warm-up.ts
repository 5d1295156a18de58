import type { i18n } from 'i18next'
import { type Language, languages, localise } from '../../shared/language.ts'
import { pages as pageTable, pathOf, type PlainPageId, plainPageIds } from '../../shared/site-map.ts'
import type { Log } from '../log/log.ts'
import type { Posts } from '../posts/posts.ts'
import type { Pages } from './handler.ts'

export type WarmUpOptions = {
  pages: Pick<Pages, 'warm'>
  posts: Pick<Posts, 'list'>
  texts: Pick<i18n, 'cloneInstance'>
  /** False where every request asks the source, so that pages with posts are not cached. */
  keepsPosts: boolean
  log: Log
}

/**
 * Makes the pages of fixed addresses before a visitor asks for them, the lists of posts included: at the start, and after a change.
 * One at a time, so that visitors who come meanwhile wait for one page at most.
 *
 * @returns does so, and never rejects
 */
export function createWarmUp({ pages, posts, texts, keepsPosts, log }: WarmUpOptions): () => Promise<void> {
  const make = (page: PlainPageId, language: Language) =>
    pages
      .warm(localise(pathOf(page), language), language, texts.cloneInstance({ lng: language }))
      .catch((error: unknown) => log.error({ err: error }, 'a page could not be made ahead'))

  return async () => {
    // They are read while the pages without posts are made, and without the bound that a visitor waits for them.
    const lists = keepsPosts ? Promise.allSettled(languages.map((language) => posts.list(language))) : null
    for (const page of plainPageIds) {
      if (pageTable[page].posts !== 'none') {
        if (lists === null) continue
        await lists
      }
      for (const language of pageTable[page].languages) await make(page, language)
    }
  }
}
