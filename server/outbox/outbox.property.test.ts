import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runCommand } from './command.ts'
import { type Deliver, type Delivery, later } from './delivery.ts'
import { type Entry, keyIn, parseEntry, type Step, steps } from './entry.ts'
import { recipientIn } from './message.ts'
import { createSpool } from './spool.ts'
import { deferred } from '../../test/support/deferred.ts'
import { isExhaustive } from '../../test/support/exhaustive.ts'
import { createMortalSpool, type Disk } from '../../test/support/mortal-spool.ts'
import { openOutbox } from '../../test/support/outbox-at-hand.ts'
import { memoryFolderForTest } from '../../test/support/folder-for-test.ts'
import { contactOf, subscriptionOf } from '../../test/support/outbox-folder.ts'
import { seed } from '../../test/support/seed.ts'

const outcomes = {
  'takes everything': (): Delivery => ({ kind: 'delivered' }),
  'puts messages off': () => later('greylisted', 'message'),
  'is down': () => later('connection refused', 'destination'),
  'refuses everything': (): Delivery => ({ kind: 'refused', reason: '550' }),
  'does not say what it took': (): Delivery => ({ kind: 'unanswered', reason: 'silence' }),
  'meets a bug': () => Promise.reject(new Error('a bug')),
}
type Outcome = keyof typeof outcomes
type Answer = Outcome | 'hangs'
const answers: readonly Answer[] = [...(Object.keys(outcomes) as Outcome[]), 'hangs']

const hour = 3_600_000
const maxKept = 3

/** The events. The outbox scans its folder after each. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('a visitor writes, twice at once'), fc.nat(2)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('a visitor subscribes'), fc.nat(1)) },
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...steps), fc.constantFrom(...answers)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('time passes'), fc.constantFrom(1000, 5000, 20_000, 300_000, hour)) },
  fc.tuple(fc.constant('the clock is set back by'), fc.constantFrom(0, hour, 24 * hour, -hour)),
  fc.tuple(fc.constant('the disk'), fc.constantFrom<Disk>('works', 'works', 'is full', 'is read-only')),
  // At once, or before or after one of its next changes to the folder.
  { weight: 3, arbitrary: fc.tuple(fc.constant('the process dies'), fc.nat(9)) },
  fc.tuple(fc.constant('the operator retries'), fc.constant('all')),
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** The name of a message: its text, or the subscriber's mailbox. */
const nameOf = ({ id, step }: Pick<Entry, 'id' | 'step'>) =>
  step === 'subscription' ? recipientIn(keyIn(id)) : keyIn(id)

/** Plays events on a real folder. Returns the violated properties. */
async function play(directory: string, events: readonly Event[]): Promise<Set<string>> {
  const folder = createSpool(directory)
  const machine = { clock: { now: Date.parse('2026-11-20T16:10:12Z'), setBackMs: 0 }, disk: 'works' as Disk }
  const { clock } = machine
  const tell = (answer: Answer) => ({ answer, changed: deferred() })
  const told = { subscription: tell('is down'), contact: tell('is down'), acknowledgement: tell('is down') }
  /** The names of delivered messages, and of accepted ones that are not delivered yet. */
  const [arrived, promised] = [new Set<string>(), new Set<string>()]
  /** Messages that a fault interrupted, which may be delivered twice; and those due at once. */
  const [disrupted, retried] = [new Set<string>(), new Set<string>()]
  /** Messages with their step after the last attempt. */
  const over = new Set<string>()
  let requests = 0
  const broken = new Set<string>()
  const claim = (sentence: string, holds: boolean) => void (holds || broken.add(sentence))
  await folder.prepare()
  const entriesIn = (state: 'outbox' | 'refused') =>
    readdirSync(state === 'refused' ? join(directory, state) : directory).flatMap(
      (file) => parseEntry(file, state) ?? [],
    )
  const waitingNames = () => entriesIn('outbox').map(nameOf)
  const keptNames = () => [...waitingNames(), ...entriesIn('refused').map(nameOf)]

  function startProcess() {
    const { process, spool, running } = createMortalSpool(directory, machine, (id) => disrupted.add(id))
    const delivering = new Set<string>()

    const deliver =
      (step: Step): Deliver =>
      async ({ id }) => {
        const attempt = `${id} ${step}`
        const mayRepeat = retried.has(id) || (disrupted.has(id) && step !== 'acknowledgement')
        claim('no attempt after the last one', !over.has(attempt) || mayRepeat)
        claim('no second attempt during the first one', !delivering.has(attempt))
        claim('no acknowledgement before the delivery', step !== 'acknowledgement' || arrived.has(keyIn(id)))
        delivering.add(attempt)
        retried.delete(id)
        while (told[step].answer === 'hangs') await told[step].changed.promise
        if (process.isDead) return new Promise(() => {})
        delivering.delete(attempt)
        const { answer } = told[step]
        if (answer === 'takes everything') arrived.add(nameOf({ id, step }))
        if (answer === 'takes everything' && step !== 'acknowledgement') promised.delete(nameOf({ id, step }))
        if (['takes everything', 'refuses everything'].includes(answer)) over.add(attempt)
        if (step === 'acknowledgement' && answer === 'does not say what it took') over.add(attempt)
        return outcomes[answer]()
      }
    const [subscription, contact, acknowledgement] = [
      deliver('subscription'),
      deliver('contact'),
      deliver('acknowledgement'),
    ]
    const outbox = openOutbox(directory, {
      clock,
      maxBytes: maxKept * 4096,
      subscription,
      contact,
      acknowledgement,
      fault: spool,
    })
    return { outbox, process, running, delivering, known: new Set<string>() }
  }
  let site = startProcess()

  /** Waits until nothing runs but deliveries that hang. */
  async function untilQuiet(): Promise<void> {
    do {
      await Promise.allSettled(site.running)
      await turn()
    } while (site.running.size > 0)
  }

  async function look(): Promise<void> {
    void site.outbox.start()
    await untilQuiet()
    if (site.process.isDead) return startAgain()
    const kept = keptNames()
    for (const name of promised) claim('what was accepted is delivered, waits or was refused', kept.includes(name))
    claim('no message is accepted without room', kept.length <= maxKept)
  }

  /** A process dies, perhaps in the middle of deliveries, and another one starts. */
  async function startAgain(): Promise<void> {
    site.process.isDead = true
    for (const attempt of site.delivering) {
      disrupted.add(attempt.split(' ')[0] ?? '')
      if (attempt.endsWith('acknowledgement')) over.add(attempt)
    }
    // Deliveries whose outcome was not written before the process died.
    for (const { id, step } of entriesIn('outbox')) if (over.has(`${id} ${step}`)) disrupted.add(id)
    site = startProcess()
    await look()
  }

  async function accept(step: 'contact' | 'subscription', key: string, times: number): Promise<void> {
    const name = nameOf({ id: `-${key}`, step })
    const kept = keptNames()
    const waiting = waitingNames()
    const isFull = kept.length === maxKept
    const { outbox, process, known } = site
    const results: string[] = []
    for (let time = 0; time < times; time += 1) {
      void outbox.accept(step === 'contact' ? contactOf() : subscriptionOf('ada@example.com'), key).then(({ kind }) => {
        results.push(kind)
        if (kind === 'accepted') {
          claim(
            'a message is kept once',
            step === 'contact' ? !kept.includes(name) && !known.has(key) : !waiting.includes(name),
          )
          promised.add(name)
          known.add(key)
        }
        if (kind === 'known')
          claim('only what was kept is known', (step === 'contact' ? kept : waiting).includes(name) || known.has(key))
        if (kind === 'unavailable') claim('what has room is accepted', machine.disk !== 'works' || isFull)
      })
    }
    await untilQuiet()
    const names = keptNames()
    if (results.includes('accepted') && machine.disk !== 'is read-only' && !process.isDead)
      claim('a new subscription replaces a refused one', names.indexOf(name) === names.lastIndexOf(name))
    claim('a visitor is answered, whatever destinations do', results.length === times || process.isDead)
  }

  function change(step: Step, answer: Answer): void {
    const { changed } = told[step]
    told[step] = tell(answer)
    changed.resolve()
  }

  for (const [what, value] of events) {
    if (what === 'a visitor writes, twice at once') await accept('contact', String(value).repeat(24), 2)
    if (what === 'a visitor subscribes')
      await accept('subscription', String(value).repeat(12) + String((requests += 1)).padStart(12, '0'), 1)
    if (what === 'subscription' || what === 'contact' || what === 'acknowledgement') change(what, value)
    if (what === 'time passes') clock.now += value
    if (what === 'the clock is set back by') clock.setBackMs = value
    if (what === 'the disk') machine.disk = value
    if (what === 'the process dies') {
      Object.assign(site.process, { diesIn: value >> 1, diesAfterChange: value % 2 === 1 })
      if (site.process.diesIn === 0) await startAgain()
    }
    if (what === 'the operator retries') {
      for (const { id, step } of await folder.all()) {
        retried.add(id)
        over.delete(`${id} ${step}`)
      }
      await runCommand(['retry', 'all'], {
        spool: folder,
        findOwner: () => Promise.resolve(null),
        undeliverable: [],
        now: Date.now,
      })
    }
    await look()
  }

  // Once everything works, everything is delivered.
  machine.disk = 'works'
  clock.setBackMs = 0
  site.process.diesIn = Infinity
  for (const step of steps) change(step, 'takes everything')
  for (let hours = 0; hours < 4; hours += 1) {
    await look()
    clock.now += hour
  }
  claim('nothing waits once everything works', waitingNames().length === 0)
  // Refused messages that fill the folder are reported until the operator deletes them.
  const isFull = keptNames().length >= maxKept
  claim('nothing is reported once everything works', site.outbox.diagnostics().length === 0 || isFull)
  claim('nothing is left behind', readdirSync(directory).join() === 'refused')
  claim(
    'nothing that a visitor wrote is logged',
    !/example\.com|Bélanger|boîtes|203\.0\.113/.test(site.outbox.logged()),
  )
  return broken
}

it('loses no accepted message, and repeats only those that a fault interrupted', async () => {
  const root = await memoryFolderForTest()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 24, size: 'max' }), async (events) => {
      expect([...(await play(join(root, String((runs += 1))), events))]).toEqual([])
    }),
    { seed, numRuns: isExhaustive ? 500 : 40 },
  )
})
