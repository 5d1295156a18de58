import { expect, it } from 'vitest'
import { filesBelow, textOf } from './project-files.ts'

const decisions = filesBelow('docs/decisions', /\.md$/)

function linesOf(path: string): string[] {
  return textOf(path).trimEnd().split('\n')
}

it.each(decisions)('%s says on its third line whether it holds, and since when', (path) => {
  const date = String.raw`20\d{2}-\d{2}-\d{2}`
  const status = new RegExp(`^(Accepted, ${date}|Accepted ${date}, changed ${date}|Superseded by \\d{3}, ${date})\\.$`)
  expect(linesOf(path)[2]).toMatch(status)
})

it.each(decisions)('%s is context, decision and consequences', (path) => {
  const headings = [...textOf(path).matchAll(/^\*\*(\w+)\.\*\* /gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['Context', 'Decision', 'Consequences'])
})
