import type { i18n } from 'i18next'
import { type Language, localise } from '../../shared/language.ts'
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
  async function make(page: PlainPageId, language: Language): Promise<void> {
    // Without the bound that a visitor waits for it.
    if (pageTable[page].posts !== 'none') await posts.list(language)
    await pages.warm(localise(pathOf(page), language), language, texts.cloneInstance({ lng: language }))
  }

  return async () => {
    for (const page of plainPageIds) {
      if (pageTable[page].posts !== 'none' && !keepsPosts) continue
      for (const language of pageTable[page].languages) {
        await make(page, language).catch((error: unknown) =>
          log.error({ err: error }, 'a page could not be made ahead'),
        )
      }
    }
  }
}
