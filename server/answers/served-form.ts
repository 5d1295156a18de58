import type { ServedForm } from '../../shared/contact-form.ts'
import type { PageId } from '../../shared/site-map.ts'
import { unpackDraft } from './form-draft.ts'
import type { FormStamp } from './form-stamp.ts'

/**
 * What a page's form is served with; null where it is an empty one. `version` is the same for everybody to whom the same
 * form is served; null for one visitor's own, which must not be kept.
 */
export type ServeForm = (
  page: PageId | null,
  query: string,
  cookies: string | undefined,
) => { form: ServedForm; version: string | null } | null

/**
 * Serves the form of the contact page always, and the newsletter's where the query says how it ended: how a form ended
 * concerns one visitor, what he had typed comes back only where it failed.
 *
 * @param stamp gives the signed time that a form carries
 */
export function createServeForm(stamp: FormStamp): ServeForm {
  return (page, query, cookies) => {
    if (page !== 'contact' && page !== 'blog') return null
    const outcome = new URLSearchParams(query).get(page === 'contact' ? 'form' : 'newsletter')
    if (page === 'blog' && outcome === null) return null
    const form = { stamp: stamp.issue(), draft: null }
    if (outcome === null) return { form, version: form.stamp }
    if (outcome === 'success' || outcome === 'sent') return { form, version: null }
    const draft = unpackDraft(page === 'contact' ? 'contact' : 'newsletter', cookies)
    return { form: { ...form, draft }, version: null }
  }
}
