import type { i18n } from 'i18next'
import { type Language, languages, localise } from '../../shared/language.ts'
import { pages as pageTable, pathOf, type PlainPageId, plainPageIds } from '../../shared/site-map.ts'
import { withinTime } from '../http/deadline.ts'
import type { Log } from '../runtime/log.ts'
import type { Posts } from '../posts/posts.ts'
import type { Search } from '../search/search.ts'
import type { PageHandler } from './handler.ts'

export type WarmUpOptions = {
  pages: Pick<PageHandler, 'warm'>
  posts: Pick<Posts, 'list' | 'peekList'>
  search: Pick<Search, 'prepare'>
  texts: Pick<i18n, 'cloneInstance'>
  /** False if every request asks the source, so that pages with posts are not cached. */
  keepsPosts: boolean
  /** Posts on a page of a list; 0 means all. */
  pageSize: number
  log: Log
}

/**
 * Rendering blocks the event loop: five hundred cards take about a tenth of a second. Longer pages are rendered for their first
 * visitor, so that a list of a thousand posts does not delay other requests at each refresh.
 */
const maxCards = 500

const lists = plainPageIds.filter((page) => pageTable[page].posts === 'list')

/**
 * Renders lists of posts before visitors request them. One at a time, so that a visitor waits for one page at most. Other pages
 * cost their first visitor about 20 ms. Never rejects.
 */
export function createWarmUp({
  pages,
  posts: { list, peekList },
  search,
  texts,
  keepsPosts,
  pageSize,
  log,
}: WarmUpOptions) {
  const render = (page: PlainPageId, language: Language) =>
    pages
      .warm(localise(pathOf(page), language), language, texts.cloneInstance({ lng: language }))
      .catch((error: unknown) => log.error({ err: error }, 'Warm-up failed to render a page'))

  /** Without the timeout of visitors. */
  const readLists = () => Promise.allSettled(languages.map((language) => list(language)))

  async function renderLists(): Promise<void> {
    for (const page of lists) {
      for (const language of pageTable[page].languages) {
        const count = peekList(language)?.value.length ?? 0
        if (Math.min(count, pageSize || count) <= maxCards) await render(page, language)
      }
    }
  }

  const prepareSearch = () =>
    search.prepare().catch((error: unknown) => log.error({ err: error }, 'Warm-up failed to prepare the search'))

  return {
    /** After a change: renders the lists again, and updates the search index. */
    async warm(): Promise<void> {
      if (!keepsPosts) return
      await readLists()
      await renderLists()
      await prepareSearch()
    },

    /**
     * At the start: resolves once the lists are rendered. If the source is slow, resolves after `waitMs`, and renders them later.
     * Rendering has no timeout: on a busy machine the first visitor would wait for it too.
     */
    async warmWithin(waitMs: number): Promise<void> {
      if (!keepsPosts) return
      const read = readLists()
      const rendered = read.then(renderLists)
      void rendered.then(prepareSearch)
      if ((await withinTime(read, waitMs)) !== 'late') await rendered
    },
  }
}
