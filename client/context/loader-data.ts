import type { InitialFormState } from '../../shared/contact-rules.ts'
import type { Language } from '../../shared/language.ts'
import type { FindOutcome, PreviewOutcome } from '../../shared/post.ts'
import type { PageOutcome, TopicOutcome } from '../../shared/post-list.ts'

/** There already on the server; in the browser perhaps on its way, which the page shows. */
type MaybePromise<T> = T | Promise<T>

/** Applies a function now where the value is there, so that a page which waits for nothing shows no loading text. */
export function mapMaybePromise<T, U>(value: MaybePromise<T>, map: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(map) : map(value)
}

export type BlogData = {
  number: number
  /** The pages that the browser has added this one to, and shows above it. */
  above: PageOutcome[]
  outcome: MaybePromise<PageOutcome>
  /** The address that the newsletter's form has come back with. */
  email: string | null
}

/** In the history, of a page of the list that was added to others: the first of those. Null for every other page. */
export type ListState = { start: number } | null

export type ContactData = { form: InitialFormState | null }

export type ArticleData = { slug: string; outcome: MaybePromise<FindOutcome> }

/** `alternates`: the languages that are known to have the topic. */
export type TagData = { slug: string; alternates: readonly Language[]; outcome: MaybePromise<TopicOutcome> }

export type PreviewData = { preview: PreviewOutcome }
