import { contactFields } from '../../shared/contact-rules.ts'

const storageKey = 'contact'

/**
 * What is being written survives a reload, a toggle of the language and a click too many: in this tab alone, until the
 * message is sent. A browser that keeps nothing simply keeps nothing.
 */
export function keepTyped(form: HTMLFormElement): void {
  const data = new FormData(form)
  const typed = Object.fromEntries(contactFields.map((field) => [field, data.get(field)]))
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify(typed)))
}

export function forgetTyped(): void {
  withStorage((storage) => storage.removeItem(storageKey))
}

/** Whether somebody has written, also before React was there; a subject may come from a call to action. */
export function hasText(form: HTMLFormElement): boolean {
  const data = new FormData(form)
  return contactFields.some((field) => field !== 'subject' && data.get(field))
}

/**
 * Keeps what stands in the form that the server sent, before React takes it over: where a translator or an extension has changed the
 * page by then, React makes it anew, with empty fields.
 */
export function keepServed(): void {
  if (import.meta.env.SSR) return
  const form = document.querySelector<HTMLFormElement>('form[action="/api/contact"]')
  if (form !== null && hasText(form)) keepTyped(form)
}

/** Fills in what was typed before, where the form has nothing yet. */
export function restoreTyped(form: HTMLFormElement): void {
  withStorage((storage) => {
    const typed = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, unknown> // our own writing
    for (const field of contactFields) {
      const control = form.elements.namedItem(field)
      const value = typed[field]
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
