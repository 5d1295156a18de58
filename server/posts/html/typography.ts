import type { Language } from '../../../shared/language.ts'
import { linesOf, notProse, type Tree } from './tree.ts'

const units =
  '(?:[kMG]|Md)?[$€£]|¢|°[CF]?|[µnmck]?m[²³]?|ha|km/h|[µmk]?g|t|[mc]?[lL]|h|min|s|ms|[kMGT]?(?:Wh?|Hz|V|A)|dB|' +
  '[kKMGTP]?[oB]|(?:[kMG]bits?|[kMG]b)(?:/s)?|octets?|px|pt|ppp|dpi'

/** Where a typed space becomes a no-break space in French: the text before it and after it. */
const joints: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/\S$/, /^[:;!?»›%‰]/],
  [/[«‹]$/, /^\S/],
  [/\d$/, new RegExp(`^(?:${units})(?![\\p{L}\\p{N}’'])`, 'u')],
  // Thousands.
  [/(?<![\d,.])\d{1,3}$/, /^\d{3}(?!\d)/],
]

const noBreak = /[\u00a0\u2007\u202f]/g
/** Takes the place of a space that is removed: the text keeps its length. */
const removed = '\0'
/** How much text before and after a space decides about it, in UTF-16 code units. */
const reach = 30

function setSpaces(text: string): string {
  return text.replace(/\s+/g, (spaces, at: number) => {
    const before = text.slice(Math.max(0, at - reach), at)
    const after = text.slice(at + spaces.length).slice(0, reach)
    const [author] = spaces.match(noBreak) ?? []
    if (joints.some(([left, right]) => left.test(before) && right.test(after)))
      return (author ?? '\u00a0').padEnd(spaces.length, removed)
    // Authors type a no-break space beside a number or to indent. Elsewhere, an editor has inserted it.
    const hasNumber = /\d\S*$/.test(before) || /^\S*\d/.test(after)
    const isAuthors = (hasNumber && !/[,;:!?)]$/.test(before)) || before === '' || after === ''
    return isAuthors ? spaces : spaces.replace(noBreak, ' ')
  })
}

/** A title or an excerpt with the spaces of its language; in English they stay as they are. */
export function typeset(text: string, language: Language): string {
  return language === 'fr' ? setSpaces(text).replaceAll(removed, '') : text
}

/** Gives a post's prose the spaces of its language. Code, attributes and text that is marked as another language stay. */
export function typesetPost($: Tree, language: Language): void {
  if (language !== 'fr') return
  for (const line of linesOf($, `${notProse}, [lang]:not([lang|="fr" i])`)) {
    const texts = line.map((part) => (part.nodeType === 3 ? part.data : '\ufffc'))
    const set = setSpaces(texts.join(''))
    let end = 0
    for (const [index, part] of line.entries()) {
      const start = end
      end += texts[index]?.length ?? 0
      if (part.nodeType === 3) part.data = set.slice(start, end).replaceAll(removed, '')
    }
  }
}
