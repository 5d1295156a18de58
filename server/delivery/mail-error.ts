import { type Delivery, later, withoutAddresses } from '../outbox/delivery.ts'

/** What nodemailer adds to its errors. */
type MailError = { message: string; code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

/** The steps of SMTP in which a server answers for this very mail, not for the connection or the login. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * What a mail that could not be sent means: 4xx, greylisting for one, passes; 5xx stays (RFC 5321 §4.2.1). A login that
 * is refused or wanted, TLS that fails, a server that cannot be reached are no fault of the message: it waits until the
 * operator has put that right. One that had the whole mail and falls silent may have taken it.
 *
 * @param error what nodemailer's `sendMail` was rejected with
 * @param isHandedOver whether the server had the whole mail by then
 */
export function outcomeOfMailError(error: unknown, isHandedOver: boolean): Delivery {
  if (!(error instanceof Error)) return later('the mail server fails', 'destination')
  const { message, code, command, responseCode, response }: MailError = error
  const said = withoutAddresses(typeof response === 'string' ? response : message)
  if (code === 'EAUTH') return later(`the mail server refuses the login (${String(responseCode)})`, 'destination')
  if (typeof responseCode !== 'number') {
    // Nodemailer's own refusal, e.g. of a mail beyond the size that the server takes.
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'refused', reason: said }
    const why = `(${String(code)}): ${said}`
    return isHandedOver
      ? { kind: 'unanswered', reason: `the mail server did not say whether it takes the mail, it may have ${why}` }
      : later(`the mail server cannot be used ${why}`, 'destination')
  }
  const reason = `the mail server answered ${String(command)} with: ${said}`
  // 421: it is closing down; 503: out of step; 530: it wants a login or TLS first.
  if (!aboutTheMail.includes(String(command)) || [421, 503, 530].includes(responseCode)) {
    return later(reason, 'destination')
  }
  return responseCode >= 500 ? { kind: 'refused', reason } : later(reason, 'message')
}
