import { shortened } from '../../shared/post.ts'
import type { ExtractPart } from '../../shared/search.ts'
import { type Word, wordsIn } from './terms.ts'

/** Limit of an extract, in UTF-16 code units, without its ellipses. */
const maxLength = 220
/** How much text may precede the first word that was found. */
const before = 60
/** Limit of found words that are compared for one place: a query has fewer. */
const maxWords = 12

/**
 * The part of a text with the most found words, in consecutive pieces; found words are marked. If no words are found, the beginning
 * of the text.
 */
export function extractOf(text: string, isFound: (word: Word) => boolean): ExtractPart[] {
  const words = wordsIn(text)
  const found = words.filter(isFound)
  const first = densest(found)
  if (first === undefined) return text === '' ? [] : [{ text: shortened(text, maxLength), marked: false }]

  const start = words.find((word) => word.start >= first.start - before)?.start ?? first.start
  const from = first.start <= before ? 0 : start
  const limit = from + maxLength
  const fitting = words.filter(({ end }) => end >= first.end && end <= limit)
  // An extract must not end at an elision, as in « d’un ».
  const last = fitting.findLast(({ end }) => !/['’]/.test(text.charAt(end))) ?? first
  const to = text.length <= limit ? text.length : Math.min(last.end, limit)
  const parts: ExtractPart[] = []
  const add = (piece: string, marked: boolean) => piece !== '' && parts.push({ text: piece, marked })
  let done = from
  for (const { start: at, end } of found) {
    // A compound follows its words, which are marked already.
    if (at < done || end > to) continue
    add((done === from && from > 0 ? '…' : '') + text.slice(done, at), false)
    add(text.slice(at, end), true)
    done = end
  }
  add(text.slice(done, to) + (to < text.length ? '…' : ''), false)
  return parts
}

/** The word that is followed by the most different terms within an extract's length. */
function densest(found: readonly Word[]): Word | undefined {
  let best: { word: Word; count: number } | undefined
  for (const [index, word] of found.entries()) {
    const terms = new Set<string>()
    for (const { term, end } of found.slice(index, index + maxWords)) {
      if (end > word.start - before + maxLength) break
      terms.add(term)
    }
    if (best === undefined || terms.size > best.count) best = { word, count: terms.size }
  }
  return best?.word
}
