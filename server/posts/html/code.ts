import type { HLJSApi, LanguageFn } from 'highlight.js'
import { lazyImport } from '../../config/lazy-import.ts'
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

/**
 * Each language that is coloured, by highlight.js' own name: what else authors call it, and the languages in it. None that
 * guesses (`http` does): what comes out must not depend on what was loaded before. Not Markdown: 20,000 characters of `[a](` take
 * a minute and a half.
 */
const table: Record<string, { aliases?: string; within?: string[] }> = {
  bash: { aliases: 'sh zsh' },
  c: { aliases: 'h' },
  cpp: { aliases: 'cc c++ hpp hh cxx' },
  csharp: { aliases: 'cs c#' },
  css: {},
  diff: { aliases: 'patch' },
  dockerfile: { aliases: 'docker', within: ['bash'] },
  go: { aliases: 'golang' },
  graphql: { aliases: 'gql' },
  ini: { aliases: 'toml' },
  java: { aliases: 'jsp' },
  javascript: { aliases: 'js jsx mjs cjs', within: ['xml', 'css'] },
  json: { aliases: 'jsonc json5' },
  kotlin: { aliases: 'kt kts' },
  less: {},
  lua: {},
  makefile: { aliases: 'mk mak make' },
  nginx: { aliases: 'nginxconf' },
  objectivec: { aliases: 'mm objc obj-c objective-c' },
  perl: { aliases: 'pl pm' },
  php: { within: ['xml'] },
  plaintext: { aliases: 'text txt' },
  powershell: { aliases: 'ps ps1 pwsh' },
  python: { aliases: 'py' },
  'python-repl': { aliases: 'pycon', within: ['python'] },
  r: {},
  ruby: { aliases: 'rb' },
  rust: { aliases: 'rs' },
  scss: {},
  shell: { aliases: 'console shellsession', within: ['bash'] },
  sql: {},
  swift: {},
  typescript: { aliases: 'ts tsx mts cts', within: ['xml', 'css'] },
  vbnet: { aliases: 'vb' },
  wasm: {},
  xml: { aliases: 'html xhtml rss atom xsd xsl plist svg', within: ['css', 'javascript'] },
  yaml: { aliases: 'yml' },
}

const names = new Map(
  Object.entries(table).flatMap(([name, { aliases = '' }]) =>
    [name, ...aliases.split(' ')].map((alias) => [alias, name] as const),
  ),
)

const core = lazyImport<HLJSApi>('highlight.js/lib/core')

/**
 * Knows a language from the moment on that the first code in it comes: all of them would take 15 MB.
 *
 * @param alias as the author wrote it, e.g. `ts`
 * @returns what makes HTML of code in it; null where it is not known
 */
function colourerOf(alias: string): ((code: string) => string) | null {
  const language = names.get(alias.toLowerCase())
  if (language === undefined) return null
  const highlighter = core()
  register(language, highlighter)
  return (code) => highlighter.highlight(code, { language, ignoreIllegals: true }).value
}

function register(name: string, highlighter: HLJSApi): void {
  if (highlighter.getLanguage(name) !== undefined) return
  highlighter.registerLanguage(name, lazyImport<LanguageFn>(`highlight.js/lib/languages/${name}`)())
  for (const inner of table[name]?.within ?? []) register(inner, highlighter)
}
