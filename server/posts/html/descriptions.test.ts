import { expect, it } from 'vitest'
import { isNoindex, standfirstOf } from './descriptions.ts'

it.each([
  ['<meta name="robots" content="noindex">', true],
  ["<META content='nofollow, NoIndex' name=Robots />", true],
  ['<style>a{}</style><meta name="robots" content="none">', true],
  ['<!-- <meta name="robots" content="noindex"> --><script>"<meta name=robots content=noindex>"</script>', false],
  ['<meta name="robots" content="index, noimageindex"><meta name="description" content="noindex">', false],
])('the head code %s excludes search engines: %s', (head, keepsAway) => {
  expect(isNoindex(head)).toBe(keepsAway)
})

it.each([
  ['Le sien', '<p>Corps</p>', 'Le sien'],
  ['', '<p>Corps</p>', null],
  // The text begins with the excerpt, or equals it.
  ['Le sien &', '<h2>Le <b>sien</b></h2>\n<p>&amp; la suite</p>', null],
  ['Le sien', '', null],
])('the excerpt "%s" of %s has the standfirst %j', (excerpt, html, standfirst) => {
  expect(standfirstOf(excerpt, html)).toBe(standfirst)
})
