import type { ServedForm } from '../../shared/contact-form.ts'
import type { PageId } from '../../shared/site-map.ts'
import { unpackDraft } from './form-draft.ts'
import type { FormStamp } from './form-stamp.ts'

/** `version` is the same for everybody to whom the same form is served. */
export type ServedForms =
  /** An empty form, like any page: it may be kept here and by caches on the way. */
  | { kind: 'empty'; form: ServedForm; version: string }
  /** How a form ended: it concerns one visitor, but reads the same for everybody, so it may be kept here alone. */
  | { kind: 'outcome'; form: ServedForm; version: string }
  /** What one visitor had typed: kept nowhere. */
  | { kind: 'draft'; form: ServedForm; version: null }

/** What a page's form is served with; null where a page has no form that the server fills. */
export type ServeForm = (page: PageId | null, query: string, cookies: string | undefined) => ServedForms | null

/**
 * Serves the form of the contact page always, and the newsletter's where the query says how it ended: what a visitor had
 * typed comes back only where it failed.
 *
 * @param stamp gives the signed time that a form carries
 */
export function createServeForm(stamp: FormStamp): ServeForm {
  return (page, query, cookies) => {
    if (page !== 'contact' && page !== 'blog') return null
    const outcome = new URLSearchParams(query).get(page === 'contact' ? 'form' : 'newsletter')
    if (page === 'blog' && outcome === null) return null
    const form = { stamp: stamp.issue(), draft: null }
    const version = form.stamp
    if (outcome === null) return { kind: 'empty', form, version }
    const draft =
      outcome === 'success' || outcome === 'sent'
        ? null
        : unpackDraft(page === 'contact' ? 'contact' : 'newsletter', cookies)
    if (draft === null) return { kind: 'outcome', form, version }
    return { kind: 'draft', form: { ...form, draft }, version: null }
  }
}
