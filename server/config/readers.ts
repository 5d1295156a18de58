import { decoded } from '../../shared/site-map.ts'

/** The value of a variable, or what is expected instead, which ends the error message. */
type Parsed<T> = { ok: true; value: T } | { ok: false; expected: string }

export type Reader<T> = (text: string) => Parsed<T>

function check<T>(valid: boolean, value: T, expected: string): Parsed<T> {
  return valid ? { ok: true, value } : { ok: false, expected }
}

export function integer(min: number, max: number): Reader<number> {
  return (text) => {
    const value = Number(text)
    const valid = /^\d+$/.test(text) && value >= min && value <= max
    return check(valid, value, `a whole number from ${min} to ${max}`)
  }
}

export function oneOf<T extends string>(...values: readonly T[]): Reader<T> {
  return (text) => {
    const value = values.find((candidate) => candidate === text)
    return value === undefined ? { ok: false, expected: `one of ${values.join(', ')}` } : { ok: true, value }
  }
}

export function matching(pattern: RegExp, expected: string): Reader<string> {
  return (text) => check(pattern.test(text), text, expected)
}

/** `http://` or `https://` with a host and an optional path, without trailing slash, query or fragment. */
export const httpAddress: Reader<string> = (text) => {
  const parsed = URL.canParse(text) ? new URL(text) : null
  const valid =
    parsed !== null &&
    /^https?:\/\/[^/]/.test(text) &&
    !text.endsWith('/') &&
    !/[?#;\s\\]/.test(text) &&
    parsed.username + parsed.password === ''
  return check(valid, text, 'an address with its protocol and no trailing slash, e.g. https://ghost.example.com')
}

/** Items between commas, with or without blanks. */
const itemsOf = (text: string) => text.split(',').map((item) => item.trim())

/** An address is often copied from a browser's address bar, which puts a slash after the host. */
const withoutSlash = (text: string) => text.replace(/\/$/, '')

/** The origin of an http address without a path, as browsers write it: in lower case, without the default port (RFC 6454 §6.2). */
export const origin: Reader<string> = (text) => {
  const expected = 'an origin with its protocol and no path, e.g. https://www.example.com'
  if (!httpAddress(withoutSlash(text)).ok || new URL(text).pathname !== '/') return { ok: false, expected }
  return { ok: true, value: new URL(text).origin }
}

/** Hosts between commas, each with an optional port, in lower case. */
export const hosts: Reader<readonly string[]> = (text) => {
  const names = itemsOf(text.toLowerCase())
  const valid = names.every((name) => /^[a-z\d.-]+(?::\d{1,5})?$/.test(name) && URL.canParse(`http://${name}`))
  return check(valid, names, 'hosts with commas between them, e.g. storage.example.com, files.example.net')
}

const oneMailbox = /^[^\s,;]+@[^\s,;]+\.[^\s,;]+$/

export const mailbox: Reader<string> = matching(oneMailbox, 'an e-mail address such as info@example.com')

/** E-mail addresses between commas. */
export const mailboxes: Reader<readonly string[]> = (text) => {
  const addresses = itemsOf(text)
  const expected = 'an e-mail address such as info@example.com, or several with commas between them'
  return check(
    addresses.every((address) => oneMailbox.test(address)),
    addresses,
    expected,
  )
}

/** Ends an error message about an address with a login. */
const encodedLogin = 'any special character of the login percent-encoded (%40 for @, %25 for %)'

/** `smtp://` or `smtps://` with a host, and optionally a login, a port and options as a query. */
export const smtpAddress: Reader<string> = (text) => {
  const parsed = URL.canParse(text) ? new URL(text) : null
  const valid = parsed !== null && /^smtps?:\/\/[^\s/#]+\/?(\?[^\s#]*)?$/.test(text) && parsed.hostname !== ''
  return check(valid && decoded(text) !== null, text, `an address such as smtp://127.0.0.1:25, ${encodedLogin}`)
}
