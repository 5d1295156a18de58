import { colourerOf } from './code-languages.ts'
import type { Tree } from './tree.ts'

/** Beyond this many characters, of one block or of a whole post, code stays plain: colours are not worth a slow answer. */
const mostInBlock = 20_000
const mostInPost = 100_000

/**
 * Colours code whose language is named and known, as `<span class="hljs-…">`. Never guesses: a wrong guess reads worse than
 * no colour.
 */
export function highlightCode($: Tree): void {
  let left = mostInPost
  $('pre > code').each((_, element) => {
    const block = $(element)
    const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(block.attr('class') ?? '')?.[1]
    if (language === undefined || block.children().length > 0) return
    const colour = colourerOf(language)
    if (colour === null) return
    const code = block.text()
    if (code.length > Math.min(left, mostInBlock)) return
    left -= code.length
    block.html(colour(code))
  })
}
