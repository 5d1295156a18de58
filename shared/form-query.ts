// What the query of a page with a form may say. Apart from the forms' rules, which only their own pages need.

/**
 * How a subscription sent without JavaScript ended, as its redirect's query tells; `sent`: a mail is on its way, and the
 * subscription is one once its link was followed.
 */
export const formOutcomes = ['success', 'sent', 'invalid', 'error'] as const

export type FormOutcome = (typeof formOutcomes)[number]

/** Null for what no redirect of ours says. */
export function parseFormOutcome(value: string | null): FormOutcome | null {
  return formOutcomes.find((outcome) => outcome === value) ?? null
}

/** The same of the contact form. */
export const contactOutcomes = ['success', 'invalid', 'botCheck', 'error'] as const

export type ContactOutcome = (typeof contactOutcomes)[number]

/** What a message can be about; the texts name each. */
export const contactSubjects = ['ai', 'archiving', 'cybersecurity', 'vulnerabilityManagement', 'other'] as const

export type ContactSubject = (typeof contactSubjects)[number]
