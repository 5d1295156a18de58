import { useEffect, useSyncExternalStore } from 'react'
import {
  type ContactDraft,
  type ContactMessage,
  type ContactProblems,
  parseContact,
  formTokenField,
} from '../../shared/contact-rules.ts'
import type { ContactOutcome } from '../../shared/form-query.ts'
import type { BotChallenge } from './bot-challenge.ts'
import { postJson } from '../challenge/challenge.ts'
import { clearDraft } from './contact-draft.ts'

/** A form's fields by name. */
export type Typed = Readonly<Record<string, FormDataEntryValue>>

export type ContactState =
  | { kind: 'idle' | 'sending' | 'botCheck' | 'limited' | 'error' }
  // The sent fields, as typed; unknown if the browser sent the form.
  | { kind: 'success'; sent?: Typed }
  | { kind: 'invalid'; problems: ContactProblems }

/** A page's initial state; `outcome` and `draft` belong to a form that the browser sent. */
export function initialState(outcome: ContactOutcome | null, draft: ContactDraft | null): ContactState {
  if (outcome === null) return { kind: 'idle' }
  if (outcome !== 'invalid') return { kind: outcome }
  const reading = draft && parseContact(draft)
  // Without the draft's cookie the problems are unknown.
  return reading?.kind === 'invalid' ? { kind: 'invalid', problems: reading.problems } : { kind: 'error' }
}

/** The state of the last message; null if none was sent. Sending continues if the visitor leaves the page, so it is global. */
let current: ContactState | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setContactState(state: ContactState | null): void {
  current = state
  for (const listener of listeners) listener()
}

/** The form's state. A visitor who leaves the page while a message is sent and returns sees the outcome once. */
export function useContactState(initial: ContactState): ContactState {
  const state = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  useEffect(
    () => () => {
      if (current?.kind !== 'sending') setContactState(null)
    },
    [],
  )
  return state ?? initial
}

/** Sends a form's fields as typed, but the parsed `message` in place of its fields. */
export async function submitContact(
  form: HTMLFormElement,
  typed: Typed,
  message: ContactMessage,
  botChallenge: BotChallenge,
) {
  setContactState({ kind: 'sending' })
  const result = await sendContact({ ...typed, ...message }, botChallenge)
  if (result.kind === 'unavailable') {
    // The browser cannot submit a form that is no longer in the document.
    if (!form.isConnected) return setContactState({ kind: 'error' })
    const formToken = form.elements.namedItem(formTokenField)
    if (formToken instanceof HTMLInputElement) formToken.value = result.formToken
    // The page may be restored from the back/forward cache: the form then is ready again.
    addEventListener('pagehide', () => setContactState(null), { once: true })
    return form.submit()
  }
  if (result.kind !== 'success') return setContactState(result)
  // A form on the page keeps text that was written meanwhile.
  if (listeners.size === 0) clearDraft()
  setContactState({ kind: 'success', sent: typed })
}

/** `unavailable`: only a form that the browser submits is accepted. */
async function sendContact(
  fields: Record<string, unknown>,
  botChallenge: BotChallenge,
): Promise<ContactState | { kind: 'unavailable'; formToken: string }> {
  try {
    const proof = await botChallenge.take()
    if (proof.kind === 'unavailable') return proof
    const response = await postJson('/api/contact', { ...fields, ...proof.fields })
    // Any other success comes from between, such as a hotel's sign-in page.
    if (response.status === 202 && !response.redirected) return { kind: 'success' }
    return await readRefusal(response, fields)
  } catch {
    return { kind: 'error' }
  }
}

async function readRefusal(response: Response, fields: Record<string, unknown>): Promise<ContactState> {
  switch (response.status) {
    case 403: {
      // Only our server's bot check has this type. A proxy also answers 403, as does our check of cross-site posts.
      const { errors } = (await response.json()) as { errors?: { type?: string }[] }
      return { kind: errors?.[0]?.type === 'BotCheckFailed' ? 'botCheck' : 'error' }
    }
    case 422: {
      const reading = parseContact(fields)
      return reading.kind === 'invalid' ? { kind: 'invalid', problems: reading.problems } : { kind: 'error' }
    }
    case 429:
      return { kind: 'limited' }
    default:
      return { kind: 'error' }
  }
}
