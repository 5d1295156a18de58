import type { InitialFormState } from '../../shared/contact-rules.ts'
import type { PageId } from '../../shared/site-map.ts'
import { unpackDraft } from './drafts.ts'
import type { FormToken } from './form-token.ts'

/** What a page's form is served with; `version` is the same for all visitors that get the same form. */
export type PageForm =
  /** An empty form: the page may be stored here and by shared caches. */
  | { kind: 'empty'; form: InitialFormState; version: string }
  /** A form with its outcome: the page is the same for all visitors, but stored here alone. */
  | { kind: 'outcome'; form: InitialFormState; version: string }
  /** A form with one visitor's draft: the page is stored nowhere. */
  | { kind: 'draft'; form: InitialFormState; version: null }

/** Null for a page without a form that the server fills. */
export type FormOfPage = (page: PageId | null, query: string, cookies: string | undefined) => PageForm | null

/**
 * Fills the form of the contact page always, and the newsletter's if the query tells its outcome. A draft comes back only
 * after a failure.
 */
export function createFormOfPage(token: FormToken): FormOfPage {
  return (page, query, cookies) => {
    if (page !== 'contact' && page !== 'blog') return null
    const outcome = new URLSearchParams(query).get(page === 'contact' ? 'form' : 'newsletter')
    if (page === 'blog' && outcome === null) return null
    const form = { token: token.issue(), draft: null }
    const version = form.token
    if (outcome === null) return { kind: 'empty', form, version }
    const isDone = outcome === 'success' || outcome === 'sent'
    const draft = isDone ? null : unpackDraft(page === 'contact' ? 'contact' : 'newsletter', cookies)
    if (draft === null) return { kind: 'outcome', form, version }
    return { kind: 'draft', form: { ...form, draft }, version: null }
  }
}
