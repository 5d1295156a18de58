import type { InitialFormState } from '../../shared/contact-rules.ts'
import type { Language } from '../../shared/language.ts'
import type { DatedPostLink, FindOutcome, PreviewOutcome } from '../../shared/post.ts'
import type { GroupOutcome } from '../../shared/post-groups.ts'
import type { PageOutcome, PostSource } from '../../shared/post-list.ts'
import type { SearchOutcome } from '../../shared/search.ts'
import type { BrowserTexts } from './i18n.ts'

/** A value on the server. In the browser it may be a promise: the page then shows a loading text. */
type MaybePromise<T> = T | Promise<T>

/** Applies a function at once if the value is available, so that no loading text is shown. */
export function mapMaybePromise<T, U>(value: MaybePromise<T>, map: (value: T) => U): MaybePromise<U> {
  return value instanceof Promise ? value.then(map) : map(value)
}

/** Options of the pages' loaders. */
export type PageOptions = {
  posts: PostSource
  /** Posts on one page of the blog list; 0: all. */
  pageSize: number
  /** The page's form as the server has filled it. */
  form: InitialFormState | null
  /** Fetches texts before they are shown; the server has them all. */
  loadTexts: BrowserTexts['load']
  /** Called if a page's code or texts fail to load; never resolves, or throws. */
  onLoadError: (error: unknown) => Promise<never>
}

/** The source of a page's loader. */
export type PageSource = PageOptions & {
  language: Language
  /** Waits for an outcome if the visitor goes back or forward in the history. */
  deferred: <T>(outcome: MaybePromise<T>) => Promise<{ outcome: MaybePromise<T> }>
}

export type HomeData = { latest: MaybePromise<readonly DatedPostLink[]> }

export type BlogData = {
  number: number
  outcome: MaybePromise<PageOutcome>
  /** The refused e-mail address of a newsletter form that has come back. */
  email: string | null
  /** The search, which replaces the list. */
  search: SearchData | null
}

export type SearchData = { words: string; outcome: SearchOutcome }

export type ContactData = { form: InitialFormState | null }

export type ArticleData = { slug: string; outcome: MaybePromise<FindOutcome> }

/** `alternates`: the languages in which the topic or author is known to have posts. */
export type GroupData<About> = {
  slug: string
  alternates: readonly Language[]
  outcome: MaybePromise<GroupOutcome<About>>
}

export type PreviewData = { preview: PreviewOutcome }
