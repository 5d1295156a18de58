/** Replaces a possible secret in messages. */
export const redacted = 'the value (not shown)'

/** The start of a URL, or a host name with an optional port and path. Quotes around it are tolerated. */
const likeAddress =
  /^["']?(?:[a-zA-Z][a-zA-Z\d+.-]*:\/|\/\/)|^["']?(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+|[a-z\d-]+(?=:\d))(?::\d{1,5})?(?:\/.*)?["']?$/

/** Whether an invalid URL looks like a URL. A key in the wrong variable does not. */
export function isLikeAddress(text: string): boolean {
  return likeAddress.test(text)
}

/** A value for a message to the operator: quoted and on one line, or redacted if it may contain a secret. */
export function quotedOrRedacted(text: string): string {
  return holdsPassword(text) || holdsKey(text) ? redacted : `"${onOneLine(text)}"`
}

/** Escapes control characters as in JSON, so that a value cannot start a new line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))
}

/** `user:password@` in a URL. */
function holdsPassword(text: string): boolean {
  return /:.*@/s.test(text)
}

/** A generated key, such as Ghost's: at least sixteen letters and digits in a row, with both kinds. */
function holdsKey(text: string): boolean {
  return (text.match(/\w{16,}/g) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run))
}
