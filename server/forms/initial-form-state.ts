import type { InitialFormState } from '../../shared/contact-rules.ts'
import type { PageId } from '../../shared/site-map.ts'
import { unpackDraft } from './drafts.ts'
import type { FormToken } from './form-token.ts'

/** The form of a page. Visitors with the same `version` get the same form. */
type PageForm =
  /** An empty form: this site and shared caches may store the page. */
  | { kind: 'empty'; form: InitialFormState; version: string }
  /** A form with its outcome: the page is the same for all visitors, but only this site stores it. */
  | { kind: 'outcome'; form: InitialFormState; version: string }
  /** A form with a visitor's draft: the page is not stored. */
  | { kind: 'draft'; form: InitialFormState; version: null }

/**
 * Fills the contact form, and the newsletter's form if the query has its outcome. A draft is restored only after a failure.
 * Null if the server fills no form on this page.
 */
export function createInitialFormState(token: FormToken) {
  return (page: PageId | null, query: string, cookies: string | undefined): PageForm | null => {
    if (page !== 'contact' && page !== 'blog') return null
    const outcome = new URLSearchParams(query).get(page === 'contact' ? 'form' : 'newsletter')
    if (page === 'blog' && outcome === null) return null
    const form = { token: token.issue(), draft: null }
    const version = form.token
    if (outcome === null) return { kind: 'empty', form, version }
    const isDone = outcome === 'success' || outcome === 'sent' || outcome === 'known'
    const draft = isDone ? null : unpackDraft(page === 'contact' ? 'contact' : 'newsletter', cookies)
    if (draft === null) return { kind: 'outcome', form, version }
    return { kind: 'draft', form: { ...form, draft }, version: null }
  }
}

export type GetInitialFormState = ReturnType<typeof createInitialFormState>
