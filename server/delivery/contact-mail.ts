import type { i18n } from 'i18next'
import type { SendMailOptions } from 'nodemailer'
import type { Outgoing } from '../outbox/outgoing.ts'
import type { MailConfig } from '../config/config.ts'
import { identityOf } from '../outbox/entry.ts'
import { company } from '../../shared/company.ts'
import { htmlDocument, paragraphsOf, tableOf } from './mail-html.ts'

export type Contact = Extract<Outgoing, { kind: 'contact' }>

/**
 * A visitor's message as a mail to the company, in the visitor's language: whoever replies quotes it. Its header `X-Bot-Check`
 * and its last line say what the bot check found, for a filter (docs/operations.md).
 *
 * @param id of the message in the outbox; the mail's Message-ID is made of its identity, so that a mail server or a reader
 * recognises a second copy, also another instance's
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
  const rows: [string, string][] = [
    [t('contact.name'), name],
    ...(message.company === '' ? [] : [[t('contact.company'), onOneLine(message.company)] satisfies [string, string]]),
    [t('contact.email'), message.email],
    [t('contact.subject'), subject],
  ]
  const footer = t('contact.footer')
  const check = t(`contact.botCheck.${botCheck}`)
  return {
    from: { name: company.name, address: from },
    to,
    replyTo: { name, address: message.email },
    subject: `[${company.name}] ${subject} – ${name}`,
    messageId: messageIdOf(identityOf(id), from),
    date: new Date(receivedAt),
    headers: { 'X-Bot-Check': botCheck },
    // Below the mark of a signature, which an answer to the visitor does not quote.
    text: [rows.map((row) => row.join(' ')).join('\n'), message.message, `-- \n${footer}\n${check}`].join('\n\n'),
    html: htmlDocument(language, [
      tableOf(rows),
      paragraphsOf(message.message),
      '<hr>',
      paragraphsOf(footer),
      paragraphsOf(check),
    ]),
  }
}

/**
 * Tells a visitor that the message has arrived. Nothing in it was written by a visitor: whoever types a stranger's
 * address into the form cannot write to that stranger.
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
    messageId: messageIdOf(`${identityOf(id)}.acknowledgement`, from),
    headers: { 'Auto-Submitted': 'auto-replied' },
    text: `${text}\n\n-- \n${company.name}`,
    html: htmlDocument(language, [paragraphsOf(text), paragraphsOf(company.name)]),
  }
}

function messageIdOf(id: string, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** Without line breaks, other control characters, and those that turn the direction of writing. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
