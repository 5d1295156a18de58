// The values in the query of a page with a form. Apart from the forms' rules, which only their own pages need.

/**
 * The outcome of a subscription sent without JavaScript, in the query of its redirect. `sent`: Ghost has sent a mail, whose link
 * completes the subscription. `known`: the link changed nothing, since Ghost already had the address, unsubscribed or not.
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

/** The subjects of a message; the texts name each. */
export const contactSubjects = ['ai', 'archiving', 'cybersecurity', 'vulnerabilityManagement', 'other'] as const

export type ContactSubject = (typeof contactSubjects)[number]
