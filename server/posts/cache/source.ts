import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'

/** Why a source could not be read; `retryAfterSeconds` is what its `Retry-After` asked for, or how long a refused key needs. */
export type Failure = {
  kind: 'failed'
  message: string
  type: string
  retryAfterSeconds: number | null
  /** The cause: the source, which answers no call; the key that it refuses; what this one call asked for; or this program. */
  fault: 'source' | 'key' | 'call' | 'program'
}

/** The outcome of a reading that threw: a defect of this program. */
export function defectOf(error: unknown): Failure {
  return { kind: 'failed', message: String(error), type: 'Defect', retryAfterSeconds: null, fault: 'program' }
}

export type Reading<V> = { kind: 'read'; value: V } | Failure

/** Where posts come from. Outcomes are values; nothing is thrown for a source that is down. */
export type PostSource = {
  readList(language: Language): Promise<Reading<Post[]>>
  /** Whether a post can have this slug; if not, nothing is read for it. */
  mayHave(slug: string): boolean
  /** Reads a post that the list lacks; null if it does not exist. A source whose list is always complete has no such call. */
  readArticle?(language: Language, slug: string): Promise<Reading<Post | null>>
}

/** A failure in `/readyz`: its type, since a message may hold anything; the new address of a source that has moved. */
export function publicReason({ type, message }: Failure): string {
  return type === 'Moved' ? message : type
}
