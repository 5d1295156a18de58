import { expect, it } from 'vitest'
import { filesBelow, textOf } from './project-files.ts'

/** Undocumented properties, symbols and exports of Node and of packages: they may change in any release. */
const privateParts = [/\b(res|req|socket|server|app)\._\w+/, /\b_header\b/, /destroySoon/, /\bsymbols\b/, /\bUNSAFE_/]

it.each(['server', 'shared'])('%s uses no private part of Node or of a package', (room) => {
  const files = filesBelow(room, /\.[jt]sx?$/)
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => privateParts.some((part) => part.test(textOf(file))))).toEqual([])
})
