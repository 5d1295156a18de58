import type { InitialFormState } from '../../shared/contact-rules.ts'
import type { Language } from '../../shared/language.ts'
import type { FindOutcome, PreviewOutcome } from '../../shared/post.ts'
import type { PageOutcome, TopicOutcome } from '../../shared/post-list.ts'

/** The outcome is there already on the server, and still on its way in the browser, where the page shows that it is. */
export type BlogData = {
  number: number
  /** The pages that the browser has added this one to, and shows above it. */
  above: PageOutcome[]
  outcome: PageOutcome | Promise<PageOutcome>
  /** The address that the newsletter's form has come back with. */
  email: string | null
}
export type ContactData = { form: InitialFormState | null }
export type ArticleData = { slug: string; outcome: FindOutcome | Promise<FindOutcome> }
/** `alternates`: the languages that are known to have the topic. */
export type TagData = { slug: string; alternates: readonly Language[]; outcome: TopicOutcome | Promise<TopicOutcome> }

export type PreviewData = { preview: PreviewOutcome }
