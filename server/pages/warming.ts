import type { i18n } from 'i18next'
import { type Language, languages, localise } from '../../shared/language.ts'
import type { Config } from '../config/config.ts'
import type { Posts } from '../posts/posts.ts'
import type { IdleQueue } from './idle-queue.ts'
import { type IndexableList, indexablePages } from './indexable.ts'
import type { Pages } from './pages.ts'
import type { Shrinking } from './shrinking.ts'

export type WarmingOptions = {
  pages: Pick<Pages, 'warm'>
  posts: Pick<Posts, 'list' | 'peekList'>
  texts: Pick<i18n, 'cloneInstance'>
  queue: IdleQueue
  shrinking: Pick<Shrinking, 'start' | 'shrinkNewest'>
  config: Pick<Config, 'blogPageSize'> & { posts: Pick<Config['posts'], 'ttlMs'> }
}

/** How soon it is seen that a list has changed, in milliseconds. */
const lookMs = 1000

/**
 * Puts the pages that search engines may list into the store before anybody asks for them, in their smallest form; and those
 * anew whose posts have changed. One at a time, so that a Ghost is never pressed.
 */
export function createWarming({ pages, posts, texts, queue, shrinking, config }: WarmingOptions) {
  // Where every request asks the source, there is nothing to keep of posts.
  const withPosts = config.posts.ttlMs > 0
  /** What each page was made of when it was made ahead last. */
  let made = new Map<string, string>()
  let versions: string | null = null

  const heldList = (language: Language): IndexableList => {
    const list = withPosts ? posts.peekList(language) : null
    return list?.kind === 'held' ? { posts: list.value, version: list.version } : null
  }

  function makeWhatIsDue(): void {
    const due = new Map<string, string>()
    const wanted = indexablePages({ fr: heldList('fr'), en: heldList('en') }, config.blogPageSize)
    for (const { path, language, madeOf } of wanted) {
      const localised = localise(path, language)
      due.set(localised, madeOf)
      if (made.get(localised) === madeOf) continue
      queue.add(async () => {
        await pages.warm(localised, language, texts.cloneInstance({ lng: language }))
        await shrinking.shrinkNewest()
      })
    }
    made = due
  }

  /** Asks for each list in turn: whoever wants one while the pages are made finds it there, or on its way. */
  async function readLists(): Promise<void> {
    for (const language of languages) await posts.list(language)
  }

  /** Has the pages made again that are of posts which have changed since the last time: cheap where none have. */
  function again(): void {
    const now = JSON.stringify(languages.map((language) => heldList(language)?.version))
    if (versions === now) return
    versions = now
    makeWhatIsDue()
  }

  return {
    /**
     * First the pages that need no posts, and meanwhile the lists, which may take their time; then what is of them. Resolves when
     * all that is done. From then on it is seen by itself what has changed.
     */
    async start(): Promise<void> {
      shrinking.start()
      const lists = withPosts ? readLists() : null
      // That it failed is the queue's to tell, which waits for it below.
      lists?.catch(() => {})
      makeWhatIsDue()
      if (lists) queue.add(() => lists.then(again))
      await queue.idle()
      if (withPosts) setInterval(again, lookMs).unref()
    },
  }
}
