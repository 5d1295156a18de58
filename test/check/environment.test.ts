import { expect, it } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import { textOf } from './project-files.ts'

const known = Object.keys(variables)

/** `NAME=value` or `# NAME=value`, a line each. */
function namesInExample(text: string): string[] {
  return [...text.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
}

/** The names, each in backticks, of a table's first cells. */
function namesInTables(markdown: string): string[] {
  const cells = [...markdown.matchAll(/^\|\s*(`[A-Z][A-Z0-9_]*`(?:\s*,\s*`[A-Z][A-Z0-9_]*`)*)\s*\|/gm)]
  return cells.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

function differences(names: string[]) {
  return {
    missing: known.filter((name) => !names.includes(name)),
    extra: names.filter((name) => !known.includes(name)),
    twice: names.filter((name, index) => names.indexOf(name) !== index),
  }
}

const none = { missing: [], extra: [], twice: [] }

it('.env.example names the variables that the configuration reads, each once', () => {
  expect(differences(namesInExample(textOf('.env.example')))).toEqual(none)
})

it('the README’s table names the variables that the configuration reads, each once', () => {
  expect(differences(namesInTables(textOf('README.md')))).toEqual(none)
})

it('finds the names in both forms, and only there', () => {
  const example = '# Where it listens: PORT or HOST.\nPORT=3000\n# HOST=0.0.0.0\n#LOG_LEVEL=info\n# see A=b\nlower=1\n'
  expect(namesInExample(example)).toEqual(['PORT', 'HOST', 'LOG_LEVEL'])
  const table =
    '| variable | default |\n| --- | --- |\n| `PORT`, `HOST` | `3000` |\n|`A_1`| `B` |\n| `npm run dev` | `C` |\n`D`\n'
  expect(namesInTables(table)).toEqual(['PORT', 'HOST', 'A_1'])
})

it('tells what is missing, extra and there twice', () => {
  const names = [...known.slice(1), 'NO_SUCH_NAME', 'NO_SUCH_NAME']
  expect(differences(names)).toEqual({
    missing: known.slice(0, 1),
    extra: ['NO_SUCH_NAME', 'NO_SUCH_NAME'],
    twice: ['NO_SUCH_NAME'],
  })
})
