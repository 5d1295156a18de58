// The values in the query of a page with a form. Separate from the forms' rules, which only the forms' pages need.

/**
 * The outcome of a subscription without JavaScript, in the query of its redirect. `sent`: Ghost has sent a mail with a link that
 * completes the subscription. `known`: that link changed nothing, since Ghost already had the address, subscribed or not.
 */
export const formOutcomes = ['success', 'sent', 'known', 'invalid', 'error'] as const

export type FormOutcome = (typeof formOutcomes)[number]

/** Null for an unknown value. */
export function parseFormOutcome(value: string | null): FormOutcome | null {
  return formOutcomes.find((outcome) => outcome === value) ?? null
}

/** The outcome of the contact form, in the query of its redirect. */
export const contactOutcomes = ['success', 'invalid', 'botCheck', 'error'] as const

export type ContactOutcome = (typeof contactOutcomes)[number]

/** The subjects of a message; their labels are in `contact.json`. */
export const contactSubjects = ['ai', 'archiving', 'cybersecurity', 'vulnerabilityManagement', 'other'] as const

export type ContactSubject = (typeof contactSubjects)[number]
