import type { i18n } from 'i18next'
import type { SendMailOptions } from 'nodemailer'
import { company } from '../../shared/company.ts'
import { contactFields } from '../../shared/contact-rules.ts'
import type { Language } from '../../shared/language.ts'
import type { MailConfig } from '../config/config.ts'
import { type Contact, keyIn } from '../outbox/outbox.ts'

/**
 * A visitor's message as a mail to the company. It is in the visitor's language, because a reply quotes it. The header
 * `X-Bot-Check` and the last line contain the result of the bot check, for filters (docs/configuration.md).
 *
 * @param id of the message in the outbox. The Message-ID contains its idempotency key, so that mail servers and mail programs
 *   recognise a second copy, also from another instance
 * @param receivedAt ISO 8601
 */
export function composeContact(
  { message, language, botCheck }: Contact,
  { id, receivedAt }: { id: string; receivedAt: string },
  { from, to }: MailConfig,
  texts: i18n,
): SendMailOptions {
  const t = texts.getFixedT(language, 'mail')
  const name = onOneLine(message.name)
  const subject = texts.getFixedT(language, 'contact')(`form.subjects.${message.subject}`)
  const shown = { ...message, subject }
  const rows = contactFields
    .filter((field) => field !== 'message')
    .filter((field) => shown[field] !== '')
    .map((field): [string, string] => [t(`contact.${field}`), onOneLine(shown[field])])
  const footer = t('contact.footer')
  const check = t(`contact.botCheck.${botCheck}`)
  return {
    from: { name: company.name, address: from },
    to,
    replyTo: { name: displayName(name), address: message.email },
    subject: `[${company.name}] ${subject} – ${name}`,
    messageId: buildMessageId(keyIn(id), from),
    date: new Date(receivedAt),
    headers: { 'X-Bot-Check': botCheck },
    // A reply does not quote what is below a signature mark.
    text: [rows.map((row) => row.join(' ')).join('\n'), message.message, `-- \n${footer}\n${check}`].join('\n\n'),
    html: htmlDocument(language, [
      buildTable(rows),
      toParagraphs(message.message),
      '<hr>',
      toParagraphs(footer),
      toParagraphs(check),
    ]),
  }
}

/**
 * Confirms the receipt to the visitor. The mail contains no text of the visitor, so that the form cannot be used to write to
 * other people.
 *
 * @see RFC 3834
 */
export function composeAcknowledgement(
  { message: { email }, language }: Contact,
  { id }: { id: string },
  { from, to }: MailConfig,
  texts: i18n,
): SendMailOptions {
  const t = texts.getFixedT(language, 'mail')
  const text = [t('acknowledgement.greeting'), t('acknowledgement.body'), t('acknowledgement.automatic')].join('\n\n')
  return {
    from: { name: company.name, address: from },
    to: email,
    replyTo: to,
    subject: t('acknowledgement.subject'),
    messageId: buildMessageId(`${keyIn(id)}.acknowledgement`, from),
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: `${text}\n\n-- \n${company.name}`,
    html: htmlDocument(language, [toParagraphs(text), toParagraphs(company.name)]),
  }
}

/**
 * Keeps a name that looks like an encoded word (`=?…?=`). Nodemailer quotes ASCII names, and some mail programs decode encoded
 * words in quotes, against RFC 2047 §5. If the name ends with a no-break space, nodemailer encodes it instead.
 */
function displayName(name: string): string {
  return name.includes('=?') ? `${name}\u00a0` : name
}

function buildMessageId(id: string, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** Replaces line breaks, other control characters and direction marks. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Limits the line length. Fonts and colours are those of the mail program. */
const bodyStyle = 'max-width: 40em; font-family: sans-serif; line-height: 1.5'

/** @param parts markup that is escaped already */
function htmlDocument(language: Language, parts: readonly string[]): string {
  return `<!doctype html>\n<html lang="${language}">\n<body style="${bodyStyle}">\n${parts.join('\n')}\n</body>\n</html>\n`
}

/** Plain text as paragraphs. Single line breaks are kept. */
function toParagraphs(text: string): string {
  return text
    .split(/\r?\n(?:\s*\r?\n)+/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/\r?\n/g, '<br>\n')}</p>`)
    .join('\n')
}

function buildTable(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding-right: 1em">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return `<table>\n${cells.join('\n')}\n</table>`
}
