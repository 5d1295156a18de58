import { expect, it } from 'vitest'
import { parseTraceparent } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

it.each([
  { flags: '01', isSampled: true },
  { flags: '00', isSampled: false },
  // Flags that version 00 does not know are not passed on.
  { flags: '03', isSampled: true },
  { flags: 'fe', isSampled: false },
  // A later version is read as far as version 00 goes.
  { version: 'cc', flags: '01', isSampled: true },
  { version: 'cc', flags: '01-what-the-future-will-be', isSampled: true },
])('parses the traceparent of version $version with the flags $flags', ({ version = '00', flags, isSampled }) => {
  expect(parseTraceparent(`${version}-${id}-${parent}-${flags}`)).toEqual({ id, isSampled })
})

it.each([
  ...[undefined, '', 'x', id, `00-${id}-${parent}`, ` 00-${id}-${parent}-01`],
  ...['01-more', '1', '0g'].map((flags) => `00-${id}-${parent}-${flags}`),
  ...[id.toUpperCase(), '0'.repeat(32), id.slice(1), `${id}a`].map((wrong) => `00-${wrong}-${parent}-01`),
  ...[`00-${id}-${'0'.repeat(16)}-01`, `cc-${id}-${parent}-01.what`, `ff-${id}-${parent}-01`],
  // Node joins two headers so.
  `00-${id}-${parent}-01, 00-${id}-${parent}-01`,
])('ignores the invalid traceparent %j', (header) => {
  expect(parseTraceparent(header)).toBeNull()
})
