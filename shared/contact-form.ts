import { type ContactSubject, contactSubjects } from './form-query.ts'
import { emailMaxLength, parseEmail, trimUnseen } from './form-rules.ts'

/** A visitor's message, every field trimmed and within its bounds; `company` may be empty. */
export type ContactMessage = { name: string; company: string; email: string; subject: ContactSubject; message: string }

/** In the order of the form. */
export const contactFields = ['name', 'company', 'email', 'subject', 'message'] as const

export type ContactField = (typeof contactFields)[number]

/** Lengths in UTF-16 code units, as `maxlength` counts them. */
export const contactBounds = {
  name: { most: 100 },
  company: { most: 150 },
  email: { most: emailMaxLength },
  message: { least: 10, most: 5000 },
} as const

/** Why a field is refused, by the name of the text that says what is expected instead. */
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

type Reading = { kind: 'valid'; message: ContactMessage } | { kind: 'invalid'; problems: ContactProblems }

/**
 * One rule for the browser and the server.
 *
 * @param given fields by name, as they were typed or posted; anything but text counts as not given
 */
export function parseContact(given: Readonly<Record<string, unknown>>): Reading {
  const name = lineOf(given.name)
  const company = lineOf(given.company)
  const email = parseEmail(given.email)
  const subject = contactSubjects.find((candidate) => candidate === lineOf(given.subject)) ?? null
  const message = textOf(given.message)

  const found: Record<ContactField, ContactProblem | null> = {
    name: name === '' ? 'name.missing' : name.length > contactBounds.name.most ? 'name.tooLong' : null,
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

/** The one field that need not be given: what was, and is no text, would be lost without a word. */
function problemOfCompany(given: unknown, { length }: string): ContactProblem | null {
  if (typeof (given ?? '') !== 'string') return 'company.invalid'
  return length > contactBounds.company.most ? 'company.tooLong' : null
}

function problemOfMessage({ length }: string): ContactProblem | null {
  if (length === 0) return 'message.missing'
  if (length < contactBounds.message.least) return 'message.tooShort'
  return length > contactBounds.message.most ? 'message.tooLong' : null
}

/**
 * Text of several lines, without the control characters that mail servers refuse and terminals obey. A form posts its line
 * ends as CR LF, and `maxlength` counts each as one.
 */
function textOf(value: unknown): string {
  return typeof value === 'string' ? shown(value.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')) : ''
}

/** Text of one line, as the field shows it: what ends a line in a mail's header has no place in it. */
function lineOf(value: unknown): string {
  return typeof value === 'string' ? trimUnseen(value.replaceAll(/\p{Cc}+/gu, ' ')) : ''
}

/** Trimmed; empty where nothing can be seen. Joiners and the like stay within words and emoji, which need them. */
function shown(text: string): string {
  return /[^\s\p{Cf}\p{DI}\u2800]/u.test(text) ? text.trim() : ''
}

/**
 * What a form comes back with that could not be taken: everything as it was typed. The newsletter's form has an address
 * alone.
 */
export type ContactDraft = Record<ContactField, string>

/** What the server puts into the form of one visitor, or of all. */
export type ServedForm = { stamp: string; draft: ContactDraft | null }

/** Who tells people from programs on the contact form: the site by a computation, or Google by reCAPTCHA. */
export type BotCheckProvider = 'site' | 'google'

/**
 * The fields that tell people from programs: the honeypot is invisible and stays empty, `stamp` is the signed time. Browsers and password
 * managers fill in fields by their names (`website`, `url`, `email` …), so the honeypot's is none that they know.
 */
export const honeypotField = 'reference'
export const stampField = 'stamp'
