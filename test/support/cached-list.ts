import { defectOf, type Failure, type Reading } from '../../server/posts/cache/source.ts'
import type { Post } from '../../shared/post.ts'
import { storedPostOf } from './stored-post.ts'

export const listOf = (...slugs: string[]): Reading<Post[]> => ({
  kind: 'read',
  value: slugs.map((slug) => storedPostOf(slug)),
})
export const failed: Failure = {
  kind: 'failed',
  message: '-',
  type: 'NetworkError',
  retryAfterSeconds: null,
  fault: 'source',
}
export const defect = defectOf(new Error('a defect of ours'))
