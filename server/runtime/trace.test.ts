import { expect, it } from 'vitest'
import { parseTraceparent } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

it.each([
  [`00-${id}-${parent}-01`, { id, isSampled: true }],
  [`00-${id}-${parent}-00`, { id, isSampled: false }],
  // Flags that are unknown in version 00 are not passed on.
  [`00-${id}-${parent}-03`, { id, isSampled: true }],
  [`00-${id}-${parent}-fe`, { id, isSampled: false }],
  // Of a later version, only the fields of version 00 are read.
  [`cc-${id}-${parent}-01`, { id, isSampled: true }],
  [`cc-${id}-${parent}-01-what-the-future-will-be`, { id, isSampled: true }],
])('parses the traceparent %s', (header, trace) => {
  expect(parseTraceparent(header)).toEqual(trace)
})

it.each([
  undefined,
  '',
  'x',
  id,
  `00-${id}-${parent}`,
  `00-${id}-${parent}-01-more`,
  `cc-${id}-${parent}-01.what`,
  `ff-${id}-${parent}-01`,
  `00-${id.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${id}-${'0'.repeat(16)}-01`,
  `00-${id.slice(1)}-${parent}-01`,
  `00-${id}a-${parent}-01`,
  `00-${id}-${parent}-1`,
  `00-${id}-${parent}-0g`,
  ` 00-${id}-${parent}-01`,
  // Node joins two headers so.
  `00-${id}-${parent}-01, 00-${id}-${parent}-01`,
])('ignores the invalid traceparent %j', (header) => {
  expect(parseTraceparent(header)).toBeNull()
})
