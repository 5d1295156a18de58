import { expect, it } from 'vitest'
import { type Delivery, later } from './delivery.ts'
import { underWay } from './schedule.ts'
import { deliverer, delivered, startOutbox } from '../../test/support/outbox-at-hand.ts'
import { contactOf } from '../../test/support/outbox-folder.ts'

const down = later('down', 'destination')
const putOff = later('greylisted', 'message')
const asked = (seconds: number) => later('429', 'message', seconds)
const refused: Delivery = { kind: 'refused', reason: '550 no such mailbox' }
const silent: Delivery = { kind: 'unanswered', reason: 'silence' }
const bug = new Error('a bug')

/** The outcomes of the attempts in turn, the last one of all others; the seconds at which they begin; and the state at the end. */
type Scenario = [
  what: string,
  outcomes: (Delivery | Error | 'the process dies')[],
  attempts: number[],
  state: 'nothing' | 'waiting' | 'refused',
]

const messages: Scenario[] = [
  ['delivers a message', [delivered], [0], 'nothing'],
  ['delivers a message that was deferred', [putOff, delivered], [0, 5], 'nothing'],
  [
    'doubles the backoff, up to an hour',
    [putOff],
    [0, 5, 15, 35, 75, 155, 315, 635, 1275, 2555, 5115, 8715],
    'waiting',
  ],
  ['tries a destination that is down every five minutes', [down], [0, 5, 15, 35, 75, 155, 315, 615, 915], 'waiting'],
  ['reports a destination until it works again', [down, delivered], [0, 5], 'nothing'],
  ['waits as long as it is asked to', [asked(600), delivered], [0, 600], 'nothing'],
  ['waits an hour if it is asked to wait longer', [asked(999_999)], [0, 3600, 7200], 'waiting'],
  ['waits for its backoff if it is asked to wait less', [asked(1)], [0, 5, 15], 'waiting'],
  ['keeps a refused message, and tries it no more', [refused], [0], 'refused'],
  ['tries what may have arrived three times, an hour apart', [silent], [0, 3600, 7200], 'refused'],
  ['treats an exception as a failure of that message', [bug], [0, 5, 15], 'waiting'],
  ['delivers at the start what a dead process was delivering', ['the process dies', delivered], [0], 'nothing'],
  ['counts the attempt of a dead process', ['the process dies', putOff], [0, 10, 30], 'waiting'],
]
const acknowledgements: Scenario[] = [
  ['acknowledges a message once it is delivered', [delivered], [0], 'nothing'],
  ['tries ten times', [putOff], [0, 5, 15, 35, 75, 155, 315, 635, 1275, 2555], 'nothing'],
  ['deletes it if it is refused', [refused], [0], 'nothing'],
  ['deletes it if it may have arrived', [silent], [0], 'nothing'],
  ['deletes it if the process died while it was sent', ['the process dies', delivered], [], 'nothing'],
]

it.each([
  ...messages.map((scenario) => ['message', ...scenario] as const),
  ...acknowledgements.map((scenario) => ['acknowledgement', ...scenario] as const),
])('%s: %s', async (step, _what, listed, attempts, state) => {
  const outcomes = listed.filter((outcome) => outcome !== 'the process dies')
  const { deliver, given } = deliverer(...outcomes)
  const { accept, pass, clock, spool, diagnostics, logged } = await startOutbox(
    step === 'message' ? { contact: deliver } : { contact: deliverer(delivered).deliver, acknowledgement: deliver },
  )
  const acceptedAt = clock.now
  await accept(contactOf())
  if (step === 'acknowledgement') await pass()
  const [entry] = await spool.queue()
  if (entry && outcomes.length < listed.length) await spool.move(entry, { ...entry, dueAt: underWay, attempts: 1 })

  const tried: number[] = []
  const looks = attempts.flatMap((second) => (second > 0 ? [second - 1, second] : [0]))
  for (const second of state === 'waiting' ? looks : [...looks, 100_000]) {
    clock.now = acceptedAt + second * 1000
    const before = given.length
    await pass()
    for (const _attempt of given.slice(before)) tried.push(second)
  }
  expect(tried).toEqual(attempts)
  const kept = await spool.all()
  expect(kept.map((entry) => entry.state)).toEqual(state === 'nothing' ? [] : [state])
  const outcome = outcomes.at(-1)
  const failing = ['outbox: the last delivery failed (mail), what waits is tried again']
  expect(diagnostics()).toEqual(outcome === down ? failing : [])
  for (const entry of kept) {
    const reason = outcome && 'reason' in outcome ? outcome.reason : 'an unexpected failure; see the log'
    const failure = { reason, at: new Date(acceptedAt + (attempts.at(-1) ?? 0) * 1000).toISOString() }
    expect(await spool.read(entry)).toMatchObject({ message: { submission: contactOf(), failure } })
    expect(logged()).toContain(outcome === bug ? bug.message : reason)
  }
})

it.each([
  { what: 'failed', outcome: putOff, aheadMs: 3_600_000, setBackMs: 0 },
  { what: 'met a destination that was down', outcome: down, aheadMs: 3_600_000, setBackMs: 0 },
  { what: 'was asked to wait', outcome: asked(3600), aheadMs: 3_600_000, setBackMs: 0 },
  { what: 'met a destination that was down', outcome: down, aheadMs: 0, setBackMs: 24 * 3_600_000 },
])('tries at once what $what before a clock $aheadMs ms ahead is set back', async ({ outcome, aheadMs, setBackMs }) => {
  const { deliver, given } = deliverer(outcome)
  const { accept, pass, clock } = await startOutbox({ contact: deliver })
  await accept(contactOf())
  clock.setBackMs = -aheadMs
  await pass()
  clock.setBackMs = setBackMs
  clock.now += 10_000
  await pass()
  expect(given).toHaveLength(2)
})
