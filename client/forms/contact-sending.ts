import { useEffect, useSyncExternalStore } from 'react'
import { type ContactMessage, formTokenField } from '../../shared/contact-rules.ts'
import type { ContactState, Typed } from './contact-state.ts'
import type { PersonCheck } from './person-check.ts'
import { sendContact } from './send-contact.ts'
import { clearDraft } from './contact-draft.ts'

/** Null where nothing has been sent since the page was come to. The window's, as a message goes on when its page is left. */
let told: ContactState | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tell(state: ContactState | null): void {
  told = state
  for (const listener of listeners) listener()
}

/**
 * How the last message went, for the form, which begins with `initial`: whoever leaves while one is under way and comes back is told
 * how it ended, once.
 */
export function useContactState(initial: ContactState): ContactState {
  const state = useSyncExternalStore(
    subscribe,
    () => told,
    () => null,
  )
  useEffect(
    () => () => {
      if (told?.kind !== 'sending') tell(null)
    },
    [],
  )
  return state ?? initial
}

/** Sends what was typed into a form; `message` is how it was read. */
export async function sendTyped(form: HTMLFormElement, typed: Typed, message: ContactMessage, check: PersonCheck) {
  tell({ kind: 'sending' })
  const result = await sendContact({ ...typed, ...message }, check)
  if (result.kind === 'plainly') {
    // The browser sends no form whose page was left.
    if (!form.isConnected) return tell({ kind: 'error' })
    const stamp = form.elements.namedItem(formTokenField)
    if (stamp instanceof HTMLInputElement) stamp.value = result.stamp
    return form.submit()
  }
  if (result.kind !== 'success') return tell(result)
  // A form that is there looks what was written meanwhile.
  if (listeners.size === 0) clearDraft()
  tell({ kind: 'success', sent: typed })
}
