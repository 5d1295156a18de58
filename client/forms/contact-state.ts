import { type ContactDraft, type ContactProblems, parseContact } from '../../shared/contact-rules.ts'
import type { ContactOutcome } from '../../shared/form-query.ts'

/** A form's fields by name. */
export type Typed = Readonly<Record<string, FormDataEntryValue>>

/** Where the contact form is. */
export type ContactState =
  | { kind: 'idle' | 'sending' | 'botCheck' | 'limited' | 'error' }
  // What was sent, as it was typed; where a plain form was, nobody knows any more.
  | { kind: 'success'; sent?: Typed }
  | { kind: 'invalid'; problems: ContactProblems }

/** What a page that a plain form has come back to begins with. */
export function stateOf(outcome: ContactOutcome | null, draft: ContactDraft | null): ContactState {
  if (outcome === null) return { kind: 'idle' }
  if (outcome !== 'invalid') return { kind: outcome }
  const reading = draft && parseContact(draft)
  // Where the browser kept no cookie, what was wrong is not known any more.
  return reading?.kind === 'invalid' ? { kind: 'invalid', problems: reading.problems } : { kind: 'error' }
}
