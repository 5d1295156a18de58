import { company } from './company.ts'
import type { Language } from './language.ts'

/** A fixed zone, since the browser's own would give another text than the server's. */
const { timeZone } = company

const longDate: Record<Language, Intl.DateTimeFormat> = {
  fr: new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone }),
  en: new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }),
}

/** An ISO 8601 instant as a long date: `21 septembre 2026`, `September 21, 2026`. */
export function formatDate(iso: string, language: Language): string {
  return longDate[language].format(new Date(iso))
}

// Marked as pure, so that the browser's bundle omits it.
const calendar = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone })

/** The calendar year of an instant (milliseconds since 1970) in the company's time zone. */
export function yearAt(milliseconds: number): number {
  return Number(calendar.format(milliseconds))
}
