import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'

/** Why a source could not be read. `retryAfterSeconds` is from its `Retry-After`, or the pause after a refused key. */
export type Failure = {
  kind: 'failed'
  message: string
  type: string
  retryAfterSeconds: number | null
  /** The cause: the source, which answers no call; a refused key; the request of this call alone; or this program. */
  fault: 'source' | 'key' | 'call' | 'program'
}

/** The outcome if reading threw: a defect of this program. */
export function defectOf(error: unknown): Failure {
  return { kind: 'failed', message: String(error), type: 'Defect', retryAfterSeconds: null, fault: 'program' }
}

export type Reading<V> = { kind: 'read'; value: V } | Failure

/** Where posts come from. Failures are values: nothing is thrown if the source is down. */
export type PostSource = {
  readList(language: Language): Promise<Reading<Post[]>>
  /** Whether a post can have this slug; if not, nothing is read for it. */
  mayHave(slug: string): boolean
  /** Reads a post that the list lacks; null if it does not exist. Missing if the list is always complete. */
  readArticle?(language: Language, slug: string): Promise<Reading<Post | null>>
}

/** A failure as `/readyz` shows it: its type, since a message may contain anything, or the new URL of a source that moved. */
export function publicReason({ type, message }: Failure): string {
  return type === 'Moved' ? message : type
}
