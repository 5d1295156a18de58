import type { HLJSApi, LanguageFn } from 'highlight.js'
import { lazyImport } from '../../runtime/lazy-import.ts'
import type { Tree } from './tree.ts'

/**
 * Limits of a post's highlighted code, in characters; the rest stays plain. Some grammars take quadratic time, so the squares of
 * the blocks' lengths have a limit too: one block of 14,000 characters, or twenty of 3,000.
 */
const maxCharacters = 100_000
const maxSquares = 200_000_000
/** Longer than any word of a program. Several grammars read such a word again from each of its characters. */
const longWord = /[\w$.-]{200}/

/**
 * Highlights code whose language is named and known, as `<span class="hljs-…">`. Never guesses: a wrong guess is worse than no
 * colour.
 */
export function highlightCode($: Tree): void {
  let left = maxCharacters
  let squaresLeft = maxSquares
  $('pre > code').each((_, element) => {
    const block = $(element)
    const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(block.attr('class') ?? '')?.[1]?.toLowerCase()
    const code = block.text()
    const square = code.length ** 2
    if (language === undefined || block.children().length > 0 || longWord.test(code)) return
    if (code.length > left || square > squaresLeft) return
    const highlighter = loadHighlighter()
    if (highlighter.getLanguage(language) === undefined) return
    left -= code.length
    squaresLeft -= square
    block.html(highlighter.highlight(code, { language, ignoreIllegals: true }).value)
  })
}

const common = lazyImport<HLJSApi>('highlight.js/lib/common')
const further = ['dockerfile', 'nginx', 'powershell']

/** Takes about 10 MB, so it is called for the first block of code. Each grammar is compiled when it is first used. */
function loadHighlighter(): HLJSApi {
  const highlighter = common()
  if (highlighter.getLanguage('nginx') !== undefined) return highlighter
  for (const name of further) {
    highlighter.registerLanguage(name, lazyImport<LanguageFn>(`highlight.js/lib/languages/${name}`)())
  }
  highlighter.registerAliases('objective-c', { languageName: 'objectivec' })
  // Its grammar takes a minute and a half for 20,000 characters of `[a](`.
  highlighter.unregisterLanguage('markdown')
  return highlighter
}
