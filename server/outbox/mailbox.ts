/**
 * The same for all spellings of an e-mail address that mostly lead to one mailbox: letter case, what follows a `+`
 * (RFC 5233), Gmail's dots and its other name.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^([^+@]*).*@(.*)$/.exec(email.toLowerCase()) ?? []
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
