import { contactFields } from '../../shared/contact-rules.ts'

/** Written under this name by the bootstrap script too, before React is there. */
const storageKey = 'contact'

/**
 * A draft survives a reload, a toggle of the language and a click too many: in this tab alone, until the message is sent. A
 * browser that stores nothing keeps no draft.
 */
export function saveDraft(form: HTMLFormElement): void {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(Object.fromEntries(new FormData(form)))))
}

export function clearDraft(): void {
  withStorage((storage) => storage.removeItem(storageKey))
}

/** Whether the visitor has written something; a subject may come from a call to action. */
export function hasText(form: HTMLFormElement): boolean {
  const data = new FormData(form)
  return contactFields.some((field) => field !== 'subject' && data.get(field))
}

/** Fills in the draft. Fields with text keep theirs. */
export function restoreDraft(form: HTMLFormElement): void {
  withStorage((storage) => {
    const draft = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, unknown> // our own writing
    for (const field of contactFields) {
      const control = form.elements.namedItem(field)
      const value = draft[field]
      if (!(control instanceof Element) || !('value' in control) || control.value !== '') continue
      if (typeof value === 'string') control.value = value
    }
  })
}

function withStorage(work: (storage: Storage) => void): void {
  try {
    work(window.sessionStorage)
  } catch {
    // Switched off by the visitor, or full.
  }
}
