import type { ContactMessage } from '../../shared/contact-form.ts'
import type { Language } from '../../shared/language.ts'
import type { Identity } from './identity.ts'

/**
 * Whether the sender's browser passed the bot check of the contact form. `scriptless`: it sent the form without the page's
 * script, which does the check; `unchecked`: the script had no means to do it.
 */
export const botChecks = ['passed', 'scriptless', 'unchecked'] as const

/** What a visitor sent, and must not be lost. `address` is the visitor's network address, for Ghost's own rate limit. */
export type Outgoing =
  | { kind: 'subscription'; email: string; language: Language; address: string }
  | { kind: 'contact'; message: ContactMessage; language: Language; botCheck: (typeof botChecks)[number] }

/** What became of it: safe on disk, or not taken. */
export type Acceptance = { kind: 'accepted' } | { kind: 'unavailable'; retryAfterSeconds: number }

/** Takes a visitor's message to where it is safe; resolves only then. What is there already is accepted, and kept once. */
export type Accept = (outgoing: Outgoing, identity: Identity) => Promise<Acceptance>
