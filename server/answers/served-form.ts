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

export function createServeForm(stamp: FormStamp): ServeForm {
  return (page, query, cookies) => {
    if (page !== 'contact' && page !== 'blog') return null
    const outcome = new URLSearchParams(query).get(page === 'contact' ? 'form' : 'newsletter')
    const hasFailed = outcome !== null && outcome !== 'success'
    if (page === 'blog' && !hasFailed) return null
    const form = { stamp: stamp.issue(), draft: null }
    if (!hasFailed) return { form, version: form.stamp }
    return {
      form: { ...form, draft: unpackDraft(page === 'contact' ? 'contact' : 'newsletter', cookies) },
      version: null,
    }
  }
}
