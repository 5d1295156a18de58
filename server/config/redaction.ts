/** In the place of a value that may be read by whoever reads the log, and must not be. */
export const notShown = 'the value (not shown)'

/** The first letters of any protocol, or a host's name with nothing but a port and a path; in quotes by mistake or not. */
const likeAddress =
  /^["']?(?:[a-zA-Z][a-zA-Z\d+.-]*:\/|\/\/)|^["']?(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+|[a-z\d-]+(?=:\d))(?::\d{1,5})?(?:\/.*)?["']?$/

/** Whether a wrong address is one all the same, and no key that stands in the wrong line. */
export function isLikeAddress(text: string): boolean {
  return likeAddress.test(text)
}

/** A value in a message to the operator: in quotes and on one line, or not at all where it may hold a secret. */
export function shown(text: string): string {
  return holdsPassword(text) || holdsKey(text) ? notShown : `"${onOneLine(text)}"`
}

/** A text whose line ends and other control characters are written out, as JSON does: no value makes a second line. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1))
}

/** `user:password@` in an address that is not supposed to hold one. */
function holdsPassword(text: string): boolean {
  return /:.*@/s.test(text)
}

/** What a program has made up, as Ghost its keys: many letters and digits in a row, both of them. */
function holdsKey(text: string): boolean {
  return (text.match(/\w{16,}/g) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run))
}
