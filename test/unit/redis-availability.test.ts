import { expect, it } from 'vitest'
import { createLog } from '../../server/log.ts'
import { createAvailability, describe, type RedisState } from '../../server/redis/availability.ts'

function setUp() {
  const lines: string[] = []
  const seen = { ups: 0 }
  const log = createLog('info', {
    write(line) {
      lines.push((JSON.parse(line) as { msg: string }).msg)
    },
  })
  return { lines, seen, availability: createAvailability(log, () => void (seen.ups += 1)) }
}

const up: RedisState = { kind: 'up' }
const down: RedisState = { kind: 'down', why: 'ECONNREFUSED' }
const refusing: RedisState = { kind: 'refusing', why: 'OOM' }
const alone = 'this instance goes on with its own memory'

it.each([
  { states: [up, up], lines: ['redis is there'], ups: 1 },
  { states: [down, down, down], lines: [`redis cannot be reached: ${alone}`], ups: 0 },
  { states: [refusing, refusing], lines: [`redis takes no values: ${alone}`], ups: 0 },
  { states: [up, down, up], lines: ['redis is there', `redis cannot be reached: ${alone}`, 'redis is back'], ups: 2 },
  { states: [down, refusing, down, up], lines: [`redis cannot be reached: ${alone}`, 'redis is back'], ups: 1 },
  { states: [up, refusing, down, refusing], lines: ['redis is there', `redis takes no values: ${alone}`], ups: 1 },
])('tells of $states.length changes in $lines.length lines', ({ states, lines, ups }) => {
  const { availability, ...said } = setUp()
  for (const state of states) availability.become(state)
  expect(availability.state()).toEqual(states.at(-1))
  expect(said).toEqual({ lines, seen: { ups } })
})

it('describes every state to an operator', () => {
  const { availability } = setUp()
  expect(describe(availability.state())).toBe('redis: not reached yet')
  expect([up, down, refusing].map(describe)).toEqual([
    'redis: ok',
    `redis: cannot be reached (ECONNREFUSED), ${alone}`,
    `redis: takes no values (OOM), ${alone}`,
  ])
})
