import { expect, it } from 'vitest'
import { loggedPath } from '../../server/http/request-log.ts'

// With an expression that goes back for each character this takes half a minute, in which no other request is answered.
it('is done with the longest address at once', { timeout: 3000 }, () => {
  const long = `/${'a'.repeat(200_000)}`
  expect(loggedPath(long)).toBe(long.slice(0, 300))
})

it.each([
  ['/a@b/c%40d/e?f@g', '/(address)/(address)/e'],
  ['@', '(address)'],
  ['/a/89061c0b-db14-4f8b-b82d-eafdf8432cad/', '/a/(uuid)/'],
  ['*', '*'],
  ['', ''],
])('makes of %s %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
