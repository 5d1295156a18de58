import { expect, it } from 'vitest'
import { highlightCode } from './code.ts'
import { parseTree, htmlOf } from './tree.ts'

function highlighted(html: string): string {
  const tree = parseTree(html)
  highlightCode(tree)
  return htmlOf(tree)
}

const block = (language: string, code: string) => `<pre><code class="language-${language}">${code}</code></pre>`

it('highlights code in a known language, and keeps every character', () => {
  const html = block('javascript', 'const a = "é" &lt; 2 // «\u00a0»\n')
  const output = highlighted(html)
  expect(output).toContain('<span class="hljs-keyword">const</span>')
  expect(parseTree(output).text()).toBe(parseTree(html).text())
})

it.each([
  ['of no language', '<pre><code>let a = 1</code></pre>'],
  ['of an unknown language', block('klingon', 'let a = 1')],
  ['of an unnamed language', '<pre><code class="language-">let a = 1</code></pre>'],
  ['of a property of objects', block('constructor', 'let a = 1')],
  ['in a line of text', '<p><code class="language-js">let a = 1</code></p>'],
  ['with markup of its own', block('js', 'let <b>a</b> = 1')],
  ['too long to be worth it', block('js', 'let a = 1\n'.repeat(2001))],
  ['with an unreadably long word', block('js', `let ${'a'.repeat(200)} = 1`)],
])('leaves code %s unchanged', (_name, html) => {
  expect(highlighted(html)).toBe(html)
})

it.each(['ts', 'TSX', 'html', 'docker', 'nginx', 'yml', 'console', 'python-repl', 'c++', 'objective-c'])(
  'recognises the language %s',
  (language) => {
    expect(highlighted(block(language, '$ ls\n>>> "1"\n&lt;b&gt;'))).toContain('<span class="hljs-')
  },
)

it('highlights a language within another', () => {
  const html = block('html', '&lt;style&gt;a { color: red }&lt;/style&gt;')
  expect(highlighted(html)).toContain('hljs-attribute')
})

it('highlights no code beyond the limits of a post', () => {
  const output = highlighted(block('js', 'let a = 1\n'.repeat(620)).repeat(8))
  expect(output.match(/<code class="language-js"><span/g)).toHaveLength(5)
})
