import type { ServedForm } from '../../shared/contact-form.ts'
import { unpackDraft } from './contact-draft.ts'
import type { FormStamp } from './form-stamp.ts'

/**
 * What the contact page's form is served with. `version` is the same for everybody to whom the same form is served; null
 * for one visitor's own, which must not be kept.
 */
export type ServeForm = (query: string, cookies: string | undefined) => { form: ServedForm; version: string | null }

export function createServeForm(stamp: FormStamp): ServeForm {
  return (query, cookies) => {
    const outcome = new URLSearchParams(query).get('form')
    const form = { stamp: stamp.issue(), draft: null }
    if (outcome === null || outcome === 'success') return { form, version: form.stamp }
    return { form: { ...form, draft: unpackDraft(cookies) }, version: null }
  }
}
