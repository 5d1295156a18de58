/** A longer word is no word that is searched for. */
const longestTerm = 40

/** A word where it stands in a text, and its term. */
export type Word = { start: number; end: number; term: string }

/** Letters, digits and their marks; a soft hyphen or a joiner within a word belongs to it. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]*/gu

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    term: folded(found),
  }))
}

export function termsIn(text: string): string[] {
  return Array.from(text.matchAll(word), ([found]) => folded(found))
}

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss' }

/** A word without accents and case: `Numérisée` → `numerisee`, `cœur` → `coeur`. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z\d]+$/.test(lower)) return lower.slice(0, longestTerm)
  return lower
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[œæß]/g, (ligature) => ligatures[ligature] ?? ligature)
    .slice(0, longestTerm)
}
