import type { HLJSApi, LanguageFn } from 'highlight.js'
import { lazyImport } from '../../runtime/lazy-import.ts'
import type { Tree } from './tree.ts'

/** Beyond this many characters, of one block or of a whole post, code stays plain: colours are not worth a slow answer. */
const maxInBlock = 20_000
const maxInPost = 100_000

/**
 * Colours code whose language is named and known, as `<span class="hljs-…">`. Never guesses: a wrong guess reads worse than
 * no colour.
 */
export function highlightCode($: Tree): void {
  let left = maxInPost
  $('pre > code').each((_, element) => {
    const block = $(element)
    const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(block.attr('class') ?? '')?.[1]?.toLowerCase()
    const code = block.text()
    if (language === undefined || block.children().length > 0 || code.length > Math.min(left, maxInBlock)) return
    const highlighter = loaded()
    if (highlighter.getLanguage(language) === undefined) return
    left -= code.length
    block.html(highlighter.highlight(code, { language, ignoreIllegals: true }).value)
  })
}

const common = lazyImport<HLJSApi>('highlight.js/lib/common')
const further = ['dockerfile', 'nginx', 'powershell']

/** Some 10 MB, for the first block of code. Each grammar is compiled when it is first used. */
function loaded(): HLJSApi {
  const highlighter = common()
  if (highlighter.getLanguage('nginx') !== undefined) return highlighter
  for (const name of further) {
    highlighter.registerLanguage(name, lazyImport<LanguageFn>(`highlight.js/lib/languages/${name}`)())
  }
  highlighter.registerAliases('objective-c', { languageName: 'objectivec' })
  // 20,000 characters of `[a](` take its grammar a minute and a half.
  highlighter.unregisterLanguage('markdown')
  return highlighter
}
