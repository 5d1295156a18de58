import { expect, it } from 'vitest'
import { filesBelow, textOf } from './project-files.ts'

const decisions = filesBelow('docs/decisions', /\.md$/)

function linesOf(path: string): string[] {
  return textOf(path).trimEnd().split('\n')
}

it.each(decisions)('%s begins with its status and date', (path) => {
  const date = String.raw`20\d{2}-\d{2}-\d{2}`
  const status = new RegExp(`^(Accepted, ${date}|Accepted ${date}, changed ${date}|Superseded by \\d{3}, ${date})\\.$`)
  expect(linesOf(path)[2]).toMatch(status)
})

it.each(decisions)('%s has the headings Context, Decision and Consequences', (path) => {
  const headings = [...textOf(path).matchAll(/^\*\*(\w+)\.\*\* /gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['Context', 'Decision', 'Consequences'])
})
