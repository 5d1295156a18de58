import * as z from 'zod'
import type { ContactMessage } from '../../shared/contact-rules.ts'
import { contactSubjects } from '../../shared/form-query.ts'
import { languages } from '../../shared/language.ts'
import { parseJson } from '../http/json.ts'
import type { IdempotencyKey } from './idempotency.ts'

/**
 * Whether the sender's browser passed the bot check of the contact form. `scriptless`: it sent the form without the page's
 * script, which does the check; `unchecked`: the script was unable to do it.
 */
export const botChecks = ['passed', 'scriptless', 'unchecked'] as const

const language = z.enum(languages)

const subscription = z.object({
  kind: z.literal('subscription'),
  email: z.string(),
  language,
  /** The visitor's network address, for Ghost's own rate limit. */
  address: z.string(),
})

const contact = z.object({
  kind: z.literal('contact'),
  // A field that is added later has a default: messages wait here from build to build.
  message: z.object({
    name: z.string(),
    company: z.string(),
    email: z.string(),
    subject: z.enum(contactSubjects),
    message: z.string(),
  }) satisfies z.ZodType<ContactMessage>,
  language,
  // Builds before this field left it out.
  botCheck: z.enum(botChecks).default('unchecked'),
})

/** What a visitor sent, and must not be lost. */
export type Submission = Subscription | Contact
export type Subscription = z.infer<typeof subscription>
export type Contact = z.infer<typeof contact>

/** `accepted`: safe on disk; `known`: accepted before, and kept once. */
export type Acceptance = { kind: 'accepted' | 'known' } | { kind: 'unavailable'; retryAfterSeconds: number }

/** Takes a submission to where it is safe; resolves only then. */
export type Accept<T = Submission> = (submission: T, key: IdempotencyKey) => Promise<Acceptance>

const file = z.object({
  id: z.string(),
  /** ISO 8601. */
  receivedAt: z.string(),
  /** The submission, under the name that files have always given it. */
  outgoing: z.discriminatedUnion('kind', [subscription, contact]),
  /** Why the last attempt failed, in the words of the destination. */
  failure: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** How often it was sent and no answer came. */
  unanswered: z.number().optional(),
})

/** The content of an outbox file. */
export type Message = Omit<z.infer<typeof file>, 'outgoing'> & { submission: Submission }

/** The text of a message's file. */
export function formatMessage({ id, receivedAt, submission, ...attempts }: Message): string {
  return `${JSON.stringify({ id, receivedAt, outgoing: submission, ...attempts }, null, 2)}\n`
}

/** @returns the message, or in words for the operator what is wrong with the text */
export function parseMessage(text: string): { kind: 'message'; message: Message } | { kind: 'broken'; reason: string } {
  const json = parseJson(text)
  if (json === undefined) return { kind: 'broken', reason: 'the file is not JSON' }
  const parsed = file.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { kind: 'broken', reason: `the file is not a message: ${issue?.path.join('.') || 'it'} is wrong` }
  }
  const { outgoing: submission, ...rest } = parsed.data
  return { kind: 'message', message: { ...rest, submission } }
}
