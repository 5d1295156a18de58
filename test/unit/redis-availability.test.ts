import { expect, it } from 'vitest'
import { createLog } from '../../server/log/log.ts'
import { createAvailability, diagnosticOfRedis, type RedisState } from '../../server/redis/availability.ts'

function setUp() {
  const lines: string[] = []
  const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
  return { lines, availability: createAvailability(createLog('info', { write })) }
}

const up: RedisState = { kind: 'up' }
const down: RedisState = { kind: 'down', why: 'ECONNREFUSED' }
const readOnly: RedisState = { kind: 'readOnly', why: 'OOM' }
const cannotSubscribe: RedisState = { kind: 'cannotSubscribe', why: 'NOPERM' }
const alone = 'this instance goes on with its own memory'
const hearsNothing = 'redis passes no messages on: this instance does not hear what others are told'

it.each([
  { states: [up, up], lines: ['redis is there'] },
  { states: [down, down, down], lines: [`redis cannot be reached: ${alone}`] },
  { states: [readOnly, readOnly], lines: [`redis takes no values: ${alone}`] },
  { states: [up, down, up], lines: ['redis is there', `redis cannot be reached: ${alone}`, 'redis is back'] },
  { states: [down, readOnly, down, up], lines: [`redis cannot be reached: ${alone}`, 'redis is back'] },
  { states: [up, readOnly, down, readOnly], lines: ['redis is there', `redis takes no values: ${alone}`] },
  { states: [up, cannotSubscribe, cannotSubscribe, up], lines: ['redis is there', hearsNothing, 'redis is back'] },
  {
    states: [cannotSubscribe, down, readOnly, cannotSubscribe],
    lines: [hearsNothing, `redis cannot be reached: ${alone}`, hearsNothing],
  },
])('tells of $states.length changes in $lines.length lines', ({ states, lines }) => {
  const { availability, lines: said } = setUp()
  for (const state of states) availability.become(state)
  expect(availability.state()).toEqual(states.at(-1))
  expect(said).toEqual(lines)
})

const refused = 'redis refuses a command: this instance goes on without its answer'

it.each([
  { what: 'once, however often', events: [up, 'WRONGTYPE', 'WRONGTYPE', up, 'WRONGTYPE', up], said: [refused] },
  { what: 'once for each reason', events: [up, 'WRONGTYPE', 'NOPERM', up, 'NOPERM', up], said: [refused, refused] },
  {
    what: 'if it cannot subscribe either',
    events: [cannotSubscribe, 'WRONGTYPE', cannotSubscribe, 'WRONGTYPE', cannotSubscribe],
    said: [hearsNothing, refused],
  },
  { what: 'not before it is known to be the only one', events: [up, 'WRONGTYPE'], said: [] },
  { what: 'as the whole that it is', events: [up, 'OOM', 'OOM', readOnly], said: [`redis takes no values: ${alone}`] },
  {
    what: 'again, once all was different',
    events: [up, 'WRONGTYPE', up, down, up, 'WRONGTYPE', up],
    said: [refused, `redis cannot be reached: ${alone}`, 'redis is back', refused],
  },
])('tells of a refused command $what', ({ events, said }) => {
  const { availability, lines } = setUp()
  for (const event of events) {
    if (typeof event === 'string') availability.refused(event)
    else availability.become(event)
  }
  expect(lines.filter((line) => line !== 'redis is there')).toEqual(said)
})

it('describes every state to an operator', () => {
  const { availability } = setUp()
  expect(diagnosticOfRedis(availability.state())).toBe('redis: not reached yet')
  expect([up, down, readOnly, cannotSubscribe].map(diagnosticOfRedis)).toEqual([
    'redis: ok',
    `redis: cannot be reached (ECONNREFUSED), ${alone}`,
    `redis: takes no values (OOM), ${alone}`,
    'redis: passes no messages on (NOPERM), this instance does not hear what others are told',
  ])
})
