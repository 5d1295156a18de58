import { expect, it } from 'vitest'
import { createSourcePauses } from './source-pauses.ts'
import { failed } from '../../../test/support/cached-list.ts'

function setUp() {
  const clock = { now: 1_700_000_000_000 }
  const pauses = createSourcePauses(() => clock.now)
  const left = () => (['content', 'admin'] as const).map((key) => Math.max(0, pauses.pausedUntil(key) - clock.now))
  return { clock, pauses, left }
}

it('pauses all calls for as long as the source asked for, the maximum of several times', () => {
  const { clock, pauses, left } = setUp()
  pauses.record({ ...failed, retryAfterSeconds: 60 }, 'content')
  pauses.record({ ...failed, retryAfterSeconds: 5 }, 'admin')
  expect([left(), pauses.rateLimitedUntil() - clock.now]).toEqual([[60_000, 60_000], 60_000])
  clock.now += 60_000
  expect(left()).toEqual([0, 0])
})

it('pauses the calls with a refused key, and goes on with the other key and with pictures', () => {
  const { pauses, left } = setUp()
  pauses.record({ ...failed, fault: 'key', retryAfterSeconds: 30 }, 'content')
  expect([left(), pauses.rateLimitedUntil()]).toEqual([[30_000, 0], 0])
})

it('pauses nothing after a failure that names no time', () => {
  const { pauses, left } = setUp()
  pauses.record(failed, 'content')
  expect(left()).toEqual([0, 0])
})
