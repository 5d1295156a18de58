import { stemmer as stemFrench } from '@orama/stemmers/french'
import { LRUCache } from 'lru-cache'
import { stemmer as stemEnglish } from 'stemmer'

/** Limit in UTF-16 code units. Longer words are cut; of longer compounds, only the words count. */
const maxTermLength = 40
/** Limit of a compound's words. */
const maxParts = 4
/** Limit of stems in memory: most words of a text have been in another text. */
const maxStems = 20_000

/** A word or a compound of a text, with its position and its term. `parts` is its number of words. */
export type Word = { start: number; end: number; term: string; parts: number }

const number = /\d{1,3}(?:[\s.,'’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+[.,]\d+/
/** Single letters that signs join: R&D, C.V. */
const initials = /\p{L}\p{M}*(?:(?:\s?&\s?|\.\s?-?|[-/])\p{L}\p{M}*(?![\p{L}\p{M}\p{N}]))+/u
/** Letters, digits and their marks; a soft hyphen or a joiner within a word belongs to it. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]*/u
const unit = new RegExp(`(${number.source})|(${initials.source})|${word.source}`, 'gu')

/** Joins the words of a compound. */
const sign = /^[\p{Pd}'’ʼ/._&+@·]$/u

/**
 * The words of a text, each followed by the compounds that it ends: « l’anti-pourriel » is also « antipourriel ». Initials and numbers
 * are one word each.
 *
 * @param joint what may stand between the words of a compound
 */
export function wordsIn(text: string, joint = sign): Word[] {
  const words: Word[] = []
  /** The words that a sign may join to the next one, the latest first. */
  let chain: Word[] = []
  for (const match of text.matchAll(unit)) {
    const start = match.index
    const word = { start, end: start + match[0].length, term: termOf(match), parts: 1 }
    const joined = joint.test(text.slice(chain[0]?.end, start)) ? chain.slice(0, maxParts - 1) : []
    chain = [word, ...joined]
    words.push(word)
    let { term } = word
    for (const [index, first] of joined.entries()) {
      term = first.term + term
      if (term.length <= maxTermLength) words.push({ ...word, start: first.start, term, parts: index + 2 })
    }
  }
  return words
}

function termOf([found, digits, signed]: RegExpExecArray): string {
  if (digits) return digits.replace(/[\s.,'’](?=\d{3}(?!\d))/g, '').replace(',', '.')
  return signed ? folded(signed).replace(/\P{L}/gu, '') : folded(found)
}

const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss' }

/** A word without accents and case: `Numérisée` → `numerisee`, `cœur` → `coeur`. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  if (/^[a-z\d]+$/.test(lower)) return lower.slice(0, maxTermLength)
  return lower
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[œæß]/g, (ligature) => ligatures[ligature] ?? ligature)
    .slice(0, maxTermLength)
}

/** The library expects accents. Without them, it does not stem plurals, « -ée » and « -ail, -aux ». */
function stemFrenchWithoutAccents(term: string): string {
  const stem = stemFrench(term.replace(/s$/, ''))
  return stem.replace(/ail$/, 'al').replace(/(?<=...)[ex]$/, '')
}

/** The stems of terms: « lois » and « loi » have the same. */
export const stems = {
  fr: new LRUCache<string, string>({ max: maxStems, memoMethod: stemFrenchWithoutAccents }),
  en: new LRUCache<string, string>({ max: maxStems, memoMethod: (term) => stemEnglish(term) }),
}
