/** A line of the report. Warnings and problems name the remedy. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; about: string; text: string }

export function ok(about: string, text: string): Finding {
  return { level: 'ok', about, text }
}

export function warning(about: string, fault: string, remedy: string): Finding {
  return { level: 'warning', about, text: `${fault}. ${remedy}` }
}

export function problem(about: string, fault: string, remedy: string): Finding {
  return { level: 'problem', about, text: `${fault}. ${remedy}` }
}

/** The remedy for a certificate failure, by OpenSSL's code or message; null for other failures. */
export function certificateRemedy(failure: string): string | null {
  if (/UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)|unable to (?:verify the first|get (?:local )?issuer)/i.test(failure))
    return 'The server sends its certificate without the intermediate one: configure the whole chain there (fullchain.pem)'
  if (!/cert/i.test(failure)) return null
  return "Renew the server's certificate for this name; if its authority is your own, name that in NODE_EXTRA_CA_CERTS"
}
