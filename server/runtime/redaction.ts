/** Stands in messages for a secret, or for what may be one. */
export const redacted = 'the value (not shown)'

/** The first letters of any protocol, or a host's name with nothing but a port and a path; in quotes by mistake or not. */
const likeAddress =
  /^["']?(?:[a-zA-Z][a-zA-Z\d+.-]*:\/|\/\/)|^["']?(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+|[a-z\d-]+(?=:\d))(?::\d{1,5})?(?:\/.*)?["']?$/

/** Whether a wrong address looks like one: a key that is in the wrong line does not. */
export function isLikeAddress(text: string): boolean {
  return likeAddress.test(text)
}

/** A value in a message to the operator: in quotes and on one line, or redacted where it may hold a secret. */
export function quotedOrRedacted(text: string): string {
  return holdsPassword(text) || holdsKey(text) ? redacted : `"${onOneLine(text)}"`
}

/** A text with its line ends and other control characters escaped as in JSON: no value makes a second line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))
}

/** `user:password@`, in an address that should hold none. */
function holdsPassword(text: string): boolean {
  return /:.*@/s.test(text)
}

/** A generated key, as Ghost's: sixteen letters and digits or more in a row, both kinds among them. */
function holdsKey(text: string): boolean {
  return (text.match(/\w{16,}/g) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run))
}
