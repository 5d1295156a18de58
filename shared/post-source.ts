import type { Language } from './language.ts'
import type { FindOutcome, ListOutcome, PostSummary } from './post.ts'
import type { PageOutcome } from './post-list.ts'

/** Where pages get posts: on the server what was read for this request, in the browser the site's own API. */
export type PostSource = {
  list(language: Language): ListOutcome | Promise<ListOutcome>
  /** One page of the list; all of it on a site that has no page size. */
  page(language: Language, number: number): PageOutcome | Promise<PageOutcome>
  /** The list as it is cached, without a request. */
  held(language: Language): readonly PostSummary[]
  find(language: Language, slug: string): FindOutcome | Promise<FindOutcome>
}
