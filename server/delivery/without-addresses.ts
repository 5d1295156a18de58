/**
 * Replaces e-mail addresses in another server's answer, which is logged. Works word by word: a pattern with `@` in its middle
 * would take quadratic time for a long word without one.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'()]+/g, (word) => (/.@./.test(word) ? '(address)' : word))
}
