/** Characters that distinguish names: `C++` from `C#`. Ghost would append a number to the second slug. */
const spoken: Readonly<Record<string, string>> = { '+': ' plus ', '#': ' sharp ' }

/**
 * `Étude de cas` → `etude-de-cas`, as in Ghost. Letters of other scripts stay. A text without letters and digits becomes its code
 * points. Empty for a text of spaces alone.
 */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[+#]/g, (sign) => spoken[sign] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .normalize('NFC')
  return words || [...text.trim()].map((sign) => sign.codePointAt(0)?.toString(16)).join('-')
}
