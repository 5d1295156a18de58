import { type ContactSubject, contactSubjects } from './form-query.ts'
import { emailMaxLength, parseEmail, trimUnseen } from './form-rules.ts'

/** A visitor's message, every field trimmed and within its limits; `company` may be empty. */
export type ContactMessage = { name: string; company: string; email: string; subject: ContactSubject; message: string }

/** The fields of the contact form, in its order, by the rows of its grid. A single field takes the whole row. */
export const contactRows = [['name', 'company'], ['email', 'subject'], ['message']] as const

export type ContactField = (typeof contactRows)[number][number]

/** The form, its draft, the mail and the outbox's listings follow this order. */
export const contactFields: readonly ContactField[] = contactRows.flat()

/** Lengths in UTF-16 code units, as `maxlength` counts them. */
export const contactLimits = {
  name: { max: 100 },
  company: { max: 150 },
  email: { max: emailMaxLength },
  message: { min: 10, max: 5000 },
} as const

/** Why a field is refused: the key of the text that the form shows. */
export type ContactProblem =
  | 'name.missing'
  | 'name.tooLong'
  | 'company.invalid'
  | 'company.tooLong'
  | 'email.missing'
  | 'email.invalid'
  | 'subject.missing'
  | 'message.missing'
  | 'message.tooShort'
  | 'message.tooLong'

export type ContactProblems = Partial<Record<ContactField, ContactProblem>>

type ParsedContact = { kind: 'valid'; message: ContactMessage } | { kind: 'invalid'; problems: ContactProblems }

/**
 * Parses a contact message, in the browser and on the server.
 *
 * @param given fields by name, as typed or posted; a value that is not text counts as missing
 */
export function parseContact(given: Readonly<Record<string, unknown>>): ParsedContact {
  const name = lineOf(given.name)
  const company = lineOf(given.company)
  const email = parseEmail(given.email)
  const chosen = lineOf(given.subject)
  const subject = contactSubjects.find((candidate) => candidate === chosen) ?? null
  const message = textOf(given.message)

  const found: Record<ContactField, ContactProblem | null> = {
    name: name === '' ? 'name.missing' : name.length > contactLimits.name.max ? 'name.tooLong' : null,
    company: problemOfCompany(given.company, company),
    email: email !== null ? null : lineOf(given.email) === '' ? 'email.missing' : 'email.invalid',
    subject: subject === null ? 'subject.missing' : null,
    message: problemOfMessage(message),
  }
  const problems: ContactProblems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
  return email === null || subject === null || Object.keys(problems).length > 0
    ? { kind: 'invalid', problems }
    : { kind: 'valid', message: { name, company, email, subject, message } }
}

/** The field is optional, so a value that is not text would be lost without a message. It is refused. */
function problemOfCompany(given: unknown, { length }: string): ContactProblem | null {
  if (typeof (given ?? '') !== 'string') return 'company.invalid'
  return length > contactLimits.company.max ? 'company.tooLong' : null
}

function problemOfMessage({ length }: string): ContactProblem | null {
  if (length === 0) return 'message.missing'
  if (length < contactLimits.message.min) return 'message.tooShort'
  return length > contactLimits.message.max ? 'message.tooLong' : null
}

/**
 * Text of several lines, without control characters, which mail servers refuse and terminals obey. A form posts its line ends as CR
 * LF, but `maxlength` counts each as one.
 */
function textOf(value: unknown): string {
  return typeof value === 'string'
    ? trimmedIfVisible(value.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ''))
    : ''
}

/** Text of one line, as the field shows it, since a line end could begin another field in a mail's header. */
function lineOf(value: unknown): string {
  return typeof value === 'string' ? trimUnseen(value.replaceAll(/\p{Cc}+/gu, ' ')) : ''
}

/** Trimmed; empty if no character is visible. Joiners stay within words and emoji, which need them. */
function trimmedIfVisible(text: string): string {
  return /[^\s\p{Cf}\p{DI}\u2800]/u.test(text) ? text.trim() : ''
}

/** The fields of a refused form, as typed. The newsletter's form has only an address. */
export type ContactDraft = Record<ContactField, string>

/** The form that the server sends. Without a draft it is the same for all visitors. */
export type InitialFormState = { token: string; draft: ContactDraft | null }

/** The contact form's check for programs: the site's own proof of work, or Google's reCAPTCHA. */
export type BotCheckProvider = 'site' | 'google'

/**
 * The fields that distinguish people from programs. The honeypot is invisible and stays empty. Browsers and password managers fill in
 * fields by name (`website`, `url`, `email` …), so the honeypot has a name that they do not know.
 */
export const honeypotField = 'reference'
export const formTokenField = 'formToken'
