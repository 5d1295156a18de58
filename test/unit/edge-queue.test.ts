import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { PurgeOutcome } from '../../server/edge/purge.ts'
import { createPurgeQueue } from '../../server/edge/queue.ts'
import { ownLeases } from '../../server/redis/leases.ts'
import type { SharedSet } from '../../server/redis/shared-set.ts'
import { leasesTogether } from '../support/leases-together.ts'

const failed = (retryAfterMs: number | null = null): PurgeOutcome => ({
  kind: 'failed',
  why: 'answers 503',
  retryAfterMs,
})

/** A set as Redis has it; `isAway`: it does not answer. */
function createSet() {
  const waiting = new Set<string>()
  const taken = new Set<string>()
  const state = { isAway: false }
  const set: SharedSet = {
    put(names) {
      if (!state.isAway) names.forEach((name) => waiting.add(name))
      return Promise.resolve(!state.isAway)
    },
    take() {
      if (state.isAway) return Promise.resolve(null)
      waiting.forEach((name) => taken.add(name))
      waiting.clear()
      return Promise.resolve([...taken])
    },
    finish: () => Promise.resolve(taken.clear()),
  }
  return { set, state, left: () => [...waiting, ...taken] }
}

/** A queue whose waits end when the test says so, and whose clock goes on by them. */
function setUp(others: Partial<Pick<Parameters<typeof createPurgeQueue>[0], 'shared' | 'leases'>> = {}) {
  const calls: string[][] = []
  const outcomes: PurgeOutcome[] = []
  const waits: { milliseconds: number; end: () => void }[] = []
  const lines: string[] = []
  let now = 0
  const log = (_about: object, message: string) => void lines.push(message)
  const queue = createPurgeQueue({
    engine: 'varnish',
    purge(tags) {
      calls.push([...tags].sort())
      return Promise.resolve(outcomes.shift() ?? { kind: 'purged' })
    },
    shared: null,
    leases: ownLeases,
    holder: `instance ${(instances += 1)}`,
    now: () => now,
    wait: (milliseconds) => new Promise((resolve) => waits.push({ milliseconds, end: () => resolve() })),
    random: () => 0,
    log: { info: log, warn: log } as never, // of pino's overloads the queue uses one
    ...others,
  })
  return {
    queue,
    calls,
    outcomes,
    lines,
    /** Ends the wait that the queue is in, and lets it do what it does then. */
    async pass(): Promise<number | undefined> {
      const waited = waits.shift()
      now += waited?.milliseconds ?? 0
      waited?.end()
      for (let turns = 0; turns < 5; turns += 1) await nextTurn()
      return waited?.milliseconds
    },
  }
}
let instances = 0

it('gathers what is added within a moment, each tag once, and is idle afterwards', async () => {
  const { queue, calls, pass, lines } = setUp()
  queue.add(['list-fr', 'post-a'])
  queue.add(['list-fr', 'post-b'])
  expect([await pass(), calls]).toEqual([200, [['list-fr', 'post-a', 'post-b']]])
  await queue.idle()
  expect(await pass()).toBeUndefined()
  expect([queue.waitingSeconds(), queue.diagnostics(), lines]).toEqual([0, ['edge: ok'], ['edge: purged']])
})

it('tries again what is not taken, later each time, up to a minute, and says so once until it is', async () => {
  const { queue, calls, outcomes, pass, lines } = setUp()
  outcomes.push(...Array.from({ length: 8 }, () => failed()))
  queue.add(['list-fr'])
  const waits: (number | undefined)[] = []
  for (let times = 0; times < 9; times += 1) waits.push(await pass())
  expect(waits).toEqual([200, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(calls).toEqual(Array.from({ length: 9 }, () => ['list-fr']))
  expect(lines).toEqual(['edge: a purge has failed, it is tried again', 'edge: purges are taken again', 'edge: purged'])
  expect(queue.diagnostics()).toEqual(['edge: ok'])
})

it('says how long it has been waiting and why, and waits as long as it is asked to', async () => {
  const { queue, outcomes, pass } = setUp()
  outcomes.push(failed(7000), failed())
  queue.add(['list-fr'])
  await pass()
  expect(queue.diagnostics()).toEqual(['edge: varnish takes no purge (answers 503), it shows pages of before'])
  expect(await pass()).toBe(7000)
  expect(queue.waitingSeconds()).toBe(7.2)
})

it('purges what is added meanwhile as well', async () => {
  const { queue, calls, outcomes, pass } = setUp()
  outcomes.push(failed())
  queue.add(['list-fr'])
  await pass()
  queue.add(['list-en'])
  await pass()
  expect(calls).toEqual([['list-fr'], ['list-en', 'list-fr']])
})

it('has one instance do it for all, and the other find that it is done', async () => {
  const { set } = createSet()
  const leases = leasesTogether(() => 0)
  const [one, other] = [setUp({ shared: set, leases }), setUp({ shared: set, leases })]
  one.queue.add(['list-fr', 'post-a'])
  other.queue.add(['list-fr', 'post-b'])
  await other.pass()
  await one.pass()
  await Promise.all([one.queue.idle(), other.queue.idle()])
  expect([one.calls, other.calls]).toEqual([[], [['list-fr', 'post-a', 'post-b']]])
  // A change that is seen later needs a purge: an old page may have been given in between.
  one.queue.add(['list-fr'])
  await one.pass()
  expect(one.calls).toEqual([['list-fr']])
})

it('hands on what it was to purge to an instance that is at it, and takes over what one has left by dying', async () => {
  const { set, left } = createSet()
  const leases = leasesTogether(() => 0)
  await set.put(['post-of-the-dead'])
  await set.take()
  await leases.acquire('edge purge', 'the dead', 60_000)
  const { queue, calls, pass } = setUp({ shared: set, leases })
  queue.add(['list-fr'])
  await pass()
  expect([calls, left().sort()]).toEqual([[], ['list-fr', 'post-of-the-dead']])
  await leases.release('edge purge')
  expect(await pass()).toBe(250)
  expect([calls, left()]).toEqual([[['list-fr', 'post-of-the-dead']], []])
})

it('resumes what an instance has left that has ended, though nothing is added', async () => {
  const { set, left } = createSet()
  await set.put(['list-fr'])
  const { queue, calls, pass, lines } = setUp({ shared: set })
  queue.resume()
  await pass()
  expect([calls, left()]).toEqual([[['list-fr']], []])
  queue.resume()
  await pass()
  expect([calls.length, lines]).toEqual([1, ['edge: purged']])
})

it('purges what it adds itself while it purges, though the set has it already', async () => {
  const { set, left } = createSet()
  let isFirst = true
  const finish = async () => {
    if (isFirst) queue.add(['list-en'])
    isFirst = false
    // The set has it by then.
    await nextTurn()
    await set.finish()
  }
  const { queue, calls, pass } = setUp({ shared: { ...set, finish } })
  queue.add(['list-fr'])
  await pass()
  await pass()
  expect([calls, left()]).toEqual([[['list-fr'], ['list-en']], []])
})

it('loses nothing that is put while it purges', async () => {
  const { set, left } = createSet()
  const finish = async () => {
    await set.put(['late'])
    await set.finish()
  }
  const { queue, calls, pass } = setUp({ shared: { ...set, finish } })
  queue.add(['list-fr'])
  await pass()
  expect([calls, left()]).toEqual([[['list-fr']], ['late']])
})

it('purges by itself where Redis is away', async () => {
  const { set, state } = createSet()
  state.isAway = true
  const { queue, calls, outcomes, pass } = setUp({ shared: set })
  outcomes.push(failed())
  queue.add(['list-fr'])
  await pass()
  await pass()
  expect(calls).toEqual([['list-fr'], ['list-fr']])
})

it('tries again what was not taken, though Redis has lost it meanwhile', async () => {
  const { set } = createSet()
  const { queue, calls, outcomes, pass } = setUp({ shared: set })
  outcomes.push(failed())
  queue.add(['list-fr'])
  await pass()
  await set.take()
  await set.finish()
  await pass()
  expect(calls).toEqual([['list-fr'], ['list-fr']])
})
