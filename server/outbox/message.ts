import * as z from 'zod'
import { contactSubjects } from '../../shared/form-query.ts'
import { languages } from '../../shared/language.ts'
import { botChecks, type Outgoing } from './outgoing.ts'

const language = z.enum(languages)

const outgoing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subscription'), email: z.string(), language, address: z.string() }),
  z.object({
    kind: z.literal('contact'),
    message: z.object({
      name: z.string(),
      company: z.string(),
      email: z.string(),
      subject: z.enum(contactSubjects),
      message: z.string(),
    }),
    language,
    // Builds before this one did not keep it.
    botCheck: z.enum(botChecks).default('unchecked'),
  }),
]) satisfies z.ZodType<Outgoing>

const message = z.object({
  id: z.string(),
  /** ISO 8601. */
  receivedAt: z.string(),
  outgoing,
  /** Why the last attempt led to nothing, in the words of whoever refused it. */
  failure: z.object({ at: z.string(), reason: z.string() }).optional(),
  /** How often it was sent and no answer came. */
  unanswered: z.number().optional(),
})

/** The content of an outbox file. */
export type Message = z.infer<typeof message>

/** @returns the message, or in words for the operator what is wrong with the text */
export function parseMessage(text: string): { kind: 'message'; message: Message } | { kind: 'broken'; reason: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'broken', reason: 'the file is not JSON' }
  }
  const parsed = message.safeParse(json)
  if (parsed.success) return { kind: 'message', message: parsed.data }
  const [issue] = parsed.error.issues
  return { kind: 'broken', reason: `the file is not a message: ${issue?.path.join('.') || 'it'} is wrong` }
}
