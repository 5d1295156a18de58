import { expect, it } from 'vitest'
import { loggedPath } from './request-log.ts'

// A backtracking expression would block the site for half a minute here.
it('is fast for the longest URL', { timeout: 20_000 }, () => {
  const long = `/${'a'.repeat(200_000)}`
  expect(loggedPath(long)).toBe(long.slice(0, 300))
})

it.each([
  ['/a@b/c%40d/e?f@g', '/(address)/(address)/e'],
  ['/unsubscribe/ada%40example.com?x=1', '/unsubscribe/(address)'],
  ['/ai%3Femail=ada%40example.com', '/(address)'],
  ['/p%72eview/89061C0B-DB14-4F8B-B82D-EAFDF8432CAD/', '/p%72eview/(uuid)/'],
  ['@', '(address)'],
  ['/a/89061c0b-db14-4f8b-b82d-eafdf8432cad/', '/a/(uuid)/'],
  ['*', '*'],
  ['', ''],
])('logs %s as %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
