/** The maximum length of an e-mail address, in UTF-16 code units, as `maxlength` counts. */
export const emailMaxLength = 254

/** The pattern of `<input type="email">` (HTML Standard, "valid e-mail address"), with at least one dot in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/**
 * Trims blanks, control and format characters (Unicode's `Cc`, `Cf`, `Default_Ignorable`) from a line, since pasted text contains them.
 * They stay within the line, because words and emoji need them. A final variation selector or tag stays if it changes the character
 * before it.
 */
export function trimUnseen(text: string): string {
  return text.replace(unseenStart, '').replace(unseenEnd, '$1')
}

const unseenStart = /^[\s\p{Cc}\p{Cf}\p{DI}\u2800]+/u

/** The look-behind and the look-ahead make the engine try each run of characters only once, from its start. */
const unseenEnd =
  /(?<![\s\p{Cc}\p{Cf}\p{DI}\u2800])((?<=[\p{Extended_Pictographic}\p{Lo}])[\p{VS}\u{E0020}-\u{E007F}]+(?![\p{VS}\u{E0020}-\u{E007F}]))?[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u

/** The trimmed address with its domain in ASCII, or null if it is invalid. */
export function parseEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const typed = trimUnseen(value)
  if (typed.length > emailMaxLength) return null
  // Chromium's field converts the domain itself; other browsers send its accents as typed.
  const email = typed.replace(/(?<=@)(?=.*[^ -~])[\p{L}\p{M}\p{N}.-]+$/u, domainInAscii)
  return email.length <= emailMaxLength && emailPattern.test(email) ? email : null
}

/** The domain as in DNS (RFC 5890 §2.3.2.1); unchanged if it is not a domain. */
function domainInAscii(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}
