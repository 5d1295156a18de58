/** Bounds of the forms, for the browser and the server alike. Lengths in UTF-16 code units, as `maxlength` counts. */
export const emailMaxLength = 254

/** The pattern of `<input type="email">` (HTML Standard, "valid e-mail address"), with at least one dot in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** The trimmed address, or null where it is not one. */
export function parseEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const email = value.trim()
  return email.length <= emailMaxLength && emailPattern.test(email) ? email : null
}
