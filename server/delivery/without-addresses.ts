/**
 * Replaces e-mail addresses in another server's answer, which ends in the log. Word by word: a pattern with the `@` in its
 * middle would start anew at each letter of a long word without one.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'()]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
}
