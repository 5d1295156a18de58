import { parse } from 'yaml'
import { expect, it } from 'vitest'
import { sourcesBelow, textOf } from './project-files.ts'

const sources = sourcesBelow('server', /\.ts$/).map(textOf)

/** The messages that operators look up: in backticks, in the first column of the table. */
function lookedUpIn(markdown: string): string[] {
  const cells = markdown.match(/(?<=^\| ).*?(?= \|)/gm) ?? []
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
}

/** The texts of warnings and errors, up to their first variable part. */
function warningsIn(source: string): string[] {
  return [...source.matchAll(/\blog(?:\.warn|\.error|\[[^\]]*\])(?=\()/g)].flatMap(({ index, 0: { length } }) => {
    const call = inParentheses(source.slice(index + length))
    const literals = [...call.matchAll(/(=== )?(?:'([^']+)'|`([^`$]+))/g)]
    return literals.flatMap(([, compared, text, start = '']) => (compared ? [] : [text ?? start]))
  })
}

/** The text between the first parenthesis and the one that closes it. */
function inParentheses(text: string): string {
  let depth = 0
  for (const { index, 0: parenthesis } of text.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1
    if (depth === 0) return text.slice(1, index)
  }
  return ''
}

const lookedUp = lookedUpIn(textOf('docs/operations.md'))

it('docs/operations.md says what to do about every warning and error of the log', () => {
  const warnings = sources.flatMap(warningsIn)
  expect(warnings.length).toBeGreaterThan(20)
  expect(
    warnings.filter((text) => !lookedUp.some((start) => text.startsWith(start) || start.startsWith(text))),
  ).toEqual([])
})

it('docs/operations.md says what to do about every alert', () => {
  const { groups } = parse(textOf('deploy/prometheus-alerts.yaml')) as { groups: { rules: { alert: string }[] }[] }
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const named = new Set(lookedUp.filter((text) => /^Site[A-Z]/.test(text)))
  expect([...named].sort()).toEqual(alerts.sort())
})
