import { expect, it } from 'vitest'
import { type ESTree, parseSync, Visitor } from 'vite'
import { filesBelow, textOf } from './project-files.ts'

/** Attributes whose value a visitor reads or hears. */
const read = ['aria-label', 'aria-description', 'aria-roledescription', 'placeholder', 'title', 'alt']

/** The texts with letters in an expression itself. Those of calls and variables come from the locales. */
function lettersIn(node: ESTree.Node | null | undefined): string[] {
  switch (node?.type) {
    case 'JSXText':
      return withLetters(node.value)
    case 'Literal':
      return typeof node.value === 'string' ? withLetters(node.value) : []
    case 'TemplateLiteral':
      return node.quasis.flatMap(({ value }) => withLetters(value.raw))
    case 'JSXExpressionContainer':
      return lettersIn(node.expression)
    case 'ConditionalExpression':
      return [...lettersIn(node.consequent), ...lettersIn(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [...lettersIn(node.left), ...lettersIn(node.right)]
    default:
      return []
  }
}

function withLetters(text: string): string[] {
  return /\p{L}/u.test(text) ? [text.trim()] : []
}

/** Texts that a component contains itself, instead of reading them from `locales`. */
function ownWordsIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: string[] = []
  const children = (nodes: readonly ESTree.Node[]) => found.push(...nodes.flatMap(lettersIn))
  new Visitor({
    JSXElement: (node) => void children(node.children),
    JSXFragment: (node) => void children(node.children),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && read.includes(name.name)) found.push(...lettersIn(value))
    },
  }).visit(program)
  return found.map((text) => `${file}: ${text}`)
}

it.each(filesBelow('client', /\.tsx$/))('%s reads every text from the locales', (file) => {
  expect(ownWordsIn(file, textOf(file))).toEqual([])
})

it('words are found in texts, expressions and attributes', () => {
  const jsx = `<p>{a}, un<b title={"deux"} alt="trois" />{a ? 'quatre' : b && \`\${a} cinq\`}<>six</></p>`
  const words = ownWordsIn('a.tsx', jsx).map((found) => found.match(/\w+$/)?.[0])
  expect(words.sort()).toEqual(['cinq', 'deux', 'quatre', 'six', 'trois', 'un'])
})
