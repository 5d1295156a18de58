import { contactFields } from '../../shared/contact-rules.ts'

/** The bootstrap script uses this key too, before React is loaded. */
const storageKey = 'contact'

/**
 * Keeps the draft in this tab until the message is sent: through a reload, a toggle of the language or a wrong click. A browser
 * without storage keeps no draft.
 */
export function saveDraft(form: HTMLFormElement): void {
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(Object.fromEntries(new FormData(form)))))
}

export function clearDraft(): void {
  withStorage((storage) => storage.removeItem(storageKey))
}

/** Whether the visitor has written something. The subject does not count, since a call to action may have chosen it. */
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
    // The visitor has switched it off, or it is full.
  }
}
