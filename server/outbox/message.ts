import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { contactFields, type ContactMessage } from '../../shared/contact-rules.ts'
import { contactSubjects } from '../../shared/form-query.ts'
import { languages } from '../../shared/language.ts'
import { parseJson } from '../http/json.ts'

/**
 * Whether the sender's browser passed the bot check of the contact form. `scriptless`: it sent the form without the page's
 * script, which does the check. `unchecked`: the script was unable to do it.
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
  // A new field needs a default, because messages of older builds may still wait.
  message: z.object({
    name: z.string(),
    company: z.string(),
    email: z.string(),
    subject: z.enum(contactSubjects),
    message: z.string(),
  }) satisfies z.ZodType<ContactMessage>,
  language,
  // Older builds did not write this field.
  botCheck: z.enum(botChecks).default('unchecked'),
})

/** A form that a visitor sent, and that must not be lost. */
export type Submission = Subscription | Contact
export type Subscription = z.infer<typeof subscription>
export type Contact = z.infer<typeof contact>

const file = z.object({
  id: z.string(),
  /** ISO 8601. */
  receivedAt: z.string(),
  /** The submission, under the name that files have always given it. */
  outgoing: z.discriminatedUnion('kind', [subscription, contact]),
  /** Why the last attempt failed, in the words of the destination. */
  failure: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** How often it was sent without an answer. */
  unanswered: z.number().optional(),
})

/** The content of an outbox file. */
export type Message = Omit<z.infer<typeof file>, 'outgoing'> & { submission: Submission }

export function formatMessage({ id, receivedAt, submission, ...attempts }: Message): string {
  return `${JSON.stringify({ id, receivedAt, outgoing: submission, ...attempts }, null, 2)}\n`
}

/** @returns the message, or for the operator the reason why the text is invalid */
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

/**
 * Identifies a submission: 24 hexadecimal digits. It is the same on every instance, and each time that a proxy or the visitor
 * sends it again. It is a keyed hash, so it reveals nothing about the submission.
 */
export type IdempotencyKey = string

/** The first half of a subscription's key: the same for all subscriptions of one mailbox. */
export function recipientIn(subscription: IdempotencyKey): string {
  return subscription.slice(0, 12)
}

/** @param secret 32 bytes, the same on every instance */
export function createIdempotencyKeys(secret: Buffer) {
  const keyOf = (...parts: string[]): IdempotencyKey =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex').slice(0, 24)

  return {
    /**
     * The same words with the same form token are the same message. The proof does not count, since a visitor who saw no answer
     * sends the form again with a new one. With the next hour's token it is another message.
     */
    contactKey: (message: ContactMessage, token: string): IdempotencyKey =>
      keyOf('contact', ...contactFields.map((field) => message[field]), token),

    /**
     * Only a request that a proxy repeats is the same subscription. A visitor who asks again wants a second mail.
     *
     * @param requestId kept by a proxy that repeats the request
     */
    subscriptionKey: (email: string, requestId: string): IdempotencyKey =>
      recipientIn(keyOf('recipient', mailboxOf(email))) + keyOf('subscription', email, requestId).slice(0, 12),
  }
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>

/**
 * Normalizes an e-mail address to its mailbox. Ignores letter case, what follows a `+` (RFC 5233), and Gmail's dots and second
 * domain. Most mail servers deliver all of these to the same mailbox.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^([^+@]*).*@(.*)$/.exec(email.toLowerCase()) ?? []
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
