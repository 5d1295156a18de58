import { expect, it } from 'vitest'
import { filesBelow, textOf } from './project-files.ts'

it.each(filesBelow('docs/decisions', /\.md$/))(
  '%s takes 15 lines at most, of 140 characters at most, and its table',
  (path) => {
    const lines = textOf(path)
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('|'))
    expect(lines.length).toBeLessThanOrEqual(15)
    // Lines that are joined say no less.
    expect(lines.filter((line) => line.length > 140)).toEqual([])
  },
)
