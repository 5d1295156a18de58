import { languages } from '../../shared/language.ts'
import type { Post } from '../../shared/post.ts'
import type { PostsChange } from './change.ts'
import type { createStaleCache } from './stale-cache.ts'

type Lists = ReturnType<typeof createStaleCache<Post[]>>
type Articles = ReturnType<typeof createStaleCache<Post>>

/** What a change touches comes through the same door as visitors, and leaves them room. */
export const refreshesAtOnce = 4

/**
 * Reads anew the lists, and of the articles that are held those that a change concerns.
 *
 * @param agreesWithList whether an article's copy is what the list, once it has been read, says it is
 */
export async function refreshCopies(
  change: PostsChange,
  lists: Lists,
  articles: Articles,
  agreesWithList: (key: string) => boolean,
): Promise<void> {
  lists.expireAll()
  const readLists = languages.map((language) => lists.refresh(language))
  if (change.kind === 'everything') {
    articles.expireAll()
    await Promise.all(readLists)
    const changed = articles.keys().filter((key) => !agreesWithList(key))
    for (let start = 0; start < changed.length; start += refreshesAtOnce) {
      const some = changed.slice(start, start + refreshesAtOnce)
      const read = await Promise.all(some.map((key) => articles.refresh(key)))
      // The others are stale: whoever asks for one has it read.
      if (read.includes(false)) return
    }
    return
  }
  const known = articles.keys()
  const touched = languages.flatMap((language) => change.slugs.map((slug) => `${language}/${slug}`))
  for (const key of touched) articles.expire(key)
  const readArticles = touched.filter((key) => known.includes(key)).map((key) => articles.refresh(key))
  await Promise.all([...readLists, ...readArticles])
}
