/** Far above what any author writes; a parser compares each attribute of a tag with all others. */
const mostAttributes = 1000
/** In UTF-16 code units; the longest article of a public export has a tenth of it. */
const longest = 4_000_000

const between = /[\s/]*/y
const name = /=?[^\s/>=]*/y
const equals = /\s*=\s*/y
const unquoted = /[^\s>]*/y

/** Throws where a text is too long to be parsed, or a tag of it too full, in one walk from its start to its end. */
export function checkTags(html: string): void {
  if (html.length > longest) throw new Error(`the HTML is longer than ${longest} characters`)
  let at = 0
  /** The length of a match at this place, behind which the walk goes on. */
  const pass = (pattern: RegExp): number => {
    pattern.lastIndex = at
    const length = pattern.exec(html)?.[0].length ?? 0
    at += length
    return length
  }
  for (at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    at += 1
    if (!/[a-z]/i.test(html.charAt(at))) continue
    for (let attributes = -1; at < html.length && html[at] !== '>'; attributes += 1) {
      if (attributes > mostAttributes) throw new Error(`a tag of the HTML has more than ${mostAttributes} attributes`)
      pass(name)
      if (pass(equals) > 0) passValue()
      pass(between)
    }
  }

  function passValue(): void {
    const quote = html.charAt(at)
    if (quote !== '"' && quote !== "'") return void pass(unquoted)
    const end = html.indexOf(quote, at + 1)
    at = end === -1 ? html.length : end + 1
  }
}
