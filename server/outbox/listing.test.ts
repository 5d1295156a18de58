import { expect, it } from 'vitest'
import { toCsv } from './listing.ts'

const cellOf = (text: string) =>
  toCsv([[text, 'x']])
    .replace(/^\ufeff/, '')
    .replace(/,x\r\n$/, '')

it('ends every row with CRLF, separates cells by commas, and begins with a byte order mark', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['Zoé', ''],
    ]),
  ).toBe('\ufeffa,b\r\nZoé,\r\n')
})

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['she said "yes"', '"she said ""yes"""'],
  ['one\ntwo', '"one\ntwo"'],
  ['one\r\ntwo', '"one\r\ntwo"'],
  [' led by a space', '" led by a space"'],
])('writes %j as %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})

it.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '=HYPERLINK("http://evil.example";"x")'],
  '＝1+1',
])('prevents a spreadsheet from reading %j as a formula', (text) => {
  expect(cellOf(text).replace(/^"/, '')).toMatch(/^'/)
})
