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
  // The sent fields, as typed. Unknown if the browser itself sent the form.
  | { kind: 'success'; sent?: Typed }
  | { kind: 'invalid'; problems: ContactProblems }

/** The state that a page begins with; `outcome` and `draft` are of a form that the browser itself has sent. */
export function initialState(outcome: ContactOutcome | null, draft: ContactDraft | null): ContactState {
  if (outcome === null) return { kind: 'idle' }
  if (outcome !== 'invalid') return { kind: outcome }
  const reading = draft && parseContact(draft)
  // Without the draft's cookie its problems are not known any more.
  return reading?.kind === 'invalid' ? { kind: 'invalid', problems: reading.problems } : { kind: 'error' }
}

/** The state of the last message; null if the page sent none. It belongs to the window, as a message outlives its page. */
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

/** The form's state. A visitor who leaves while a message is under way and comes back is told how it ended, once. */
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

/** Sends a form's fields as typed; `message` is how they are read. */
export async function submitContact(
  form: HTMLFormElement,
  typed: Typed,
  message: ContactMessage,
  botChallenge: BotChallenge,
) {
  setContactState({ kind: 'sending' })
  const result = await sendContact({ ...typed, ...message }, botChallenge)
  if (result.kind === 'unavailable') {
    // The browser sends no form whose page was left.
    if (!form.isConnected) return setContactState({ kind: 'error' })
    const formToken = form.elements.namedItem(formTokenField)
    if (formToken instanceof HTMLInputElement) formToken.value = result.formToken
    // The browser may keep the page as it is, and show it again on the way back.
    addEventListener('pagehide', () => setContactState(null), { once: true })
    return form.submit()
  }
  if (result.kind !== 'success') return setContactState(result)
  // A form on the page keeps words written meanwhile.
  if (listeners.size === 0) clearDraft()
  setContactState({ kind: 'success', sent: typed })
}

/** `unavailable`: only the form as the browser itself sends it can go through. */
async function sendContact(
  fields: Record<string, unknown>,
  botChallenge: BotChallenge,
): Promise<ContactState | { kind: 'unavailable'; formToken: string }> {
  try {
    const proof = await botChallenge.take()
    if (proof.kind === 'unavailable') return proof
    const response = await postJson('/api/contact', { ...fields, ...proof.fields })
    // Another success is a page on the way, as a hotel's that wants a password first.
    if (response.status === 202 && !response.redirected) return { kind: 'success' }
    return await contactRefusalOf(response, fields)
  } catch {
    return { kind: 'error' }
  }
}

async function contactRefusalOf(response: Response, fields: Record<string, unknown>): Promise<ContactState> {
  switch (response.status) {
    case 403: {
      // Our own server's error; another 403 is a proxy's, or a post from elsewhere.
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
