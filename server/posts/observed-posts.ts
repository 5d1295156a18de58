import type { Observer } from '../runtime/observer.ts'
import type { CacheAnswer } from './cache/revalidation.ts'
import type { Posts } from './posts.ts'

/** The same posts; each list and article that the application reads is counted. */
export function observePosts(posts: Posts, { onPosts }: Observer): Posts {
  const notify = (about: 'list' | 'article', answer: CacheAnswer<object>) =>
    onPosts(about, answer.kind === 'cached' ? answer.freshness : answer.kind)
  return {
    ...posts,
    async list(language) {
      const answer = await posts.list(language)
      notify('list', answer)
      return answer
    },
    async find(language, slug) {
      const answer = await posts.find(language, slug)
      notify('article', answer)
      return answer
    },
  }
}
