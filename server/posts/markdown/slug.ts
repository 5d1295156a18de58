/** Signs that distinguish names, as `C++` from `C#`; Ghost would give the second of them a number. */
const spoken: Readonly<Record<string, string>> = { '+': ' plus ', '#': ' sharp ' }

/**
 * `Étude de cas` → `etude-de-cas`, as Ghost makes slugs; letters of other scripts stay as they are, and what has no letter
 * or digit at all becomes its code points. Empty for a text of spaces alone.
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
