import { expect, it } from 'vitest'
import { createCircuitBreaker, growingPause, remarksOn } from '../../server/posts/circuit-breaker.ts'
import type { Failure } from '../../server/posts/reading.ts'

type Read = { kind: 'read'; value: string | null }

const read: Read = { kind: 'read', value: 'un article' }
const absent: Read = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: 'down', type: 'NetworkError', pauseSeconds: null, fault: 'source' }

/** A breaker on a clock that stands still, whose chance is always the longest pause. */
function setUp() {
  const world = { now: 1_000_000, calls: [] as string[], said: [] as string[] }
  const breaker = createCircuitBreaker({
    now: () => world.now,
    random: () => 1,
    opens: true,
    onOpen: (why) => world.said.push(`open: ${why}`),
    onClose: () => world.said.push('closed'),
  })
  async function ask(name: string, outcome: Read | Failure): Promise<string> {
    const answer = await breaker.through(name, () => {
      world.calls.push(name)
      return Promise.resolve(outcome)
    })
    return answer.kind
  }
  async function open() {
    await ask('fr', failed)
    await ask('en', failed)
    world.calls.length = 0
  }
  /** A call that the test answers itself. */
  function begin(name: string) {
    let answer = (_: Read | Failure) => {}
    const answered = new Promise<Read | Failure>((resolve) => {
      answer = resolve
    })
    const kind = breaker.through(name, () => answered).then((reading) => reading.kind)
    return { kind, answer }
  }
  return { world, breaker, ask, open, begin }
}

it('leaves the source alone once it has failed for two things', async () => {
  const { world, breaker, ask } = setUp()
  expect(await ask('fr', failed)).toBe('failed')
  expect(breaker.state()).toEqual({ kind: 'closed' })
  expect(await ask('en', failed)).toBe('failed')
  expect(breaker.state()).toMatchObject({ kind: 'open', failures: 1, why: 'NetworkError' })
  expect(await ask('fr', read)).toBe('turned away')
  expect(world.calls).toEqual(['fr', 'en'])
  expect(world.said).toEqual(['open: NetworkError'])
})

it('takes one thing that fails again and again for no failure of the whole', async () => {
  const { breaker, ask } = setUp()
  for (let time = 0; time < 10; time += 1) await ask('fr/poison', failed)
  expect(await ask('fr', read)).toBe('read')
  expect(breaker.state()).toEqual({ kind: 'closed' })
})

it.each([
  ['an answer', read],
  ['what is not there', absent],
  ['a refused key', { ...failed, fault: 'key', pauseSeconds: 30 }],
  ['a call that it cannot understand', { ...failed, fault: 'call' }],
] as const)('takes %s for a sign of life', async (_name, outcome) => {
  const { breaker, ask } = setUp()
  await ask('fr', failed)
  await ask('other', outcome)
  await ask('en', failed)
  expect(breaker.state()).toEqual({ kind: 'closed' })
})

it('leaves the source alone for the longest rest that it asked for, whichever answer comes last', async () => {
  const { world, breaker, begin } = setUp()
  const [first, second] = [begin('fr'), begin('fr')]
  second.answer({ ...failed, pauseSeconds: 60 })
  await second.kind
  first.answer({ ...failed, pauseSeconds: 5 })
  await first.kind
  world.now += 59_999
  expect([breaker.allows(), breaker.state().kind]).toEqual([false, 'resting'])
  world.now += 1
  expect([breaker.allows(), breaker.state().kind]).toEqual([true, 'closed'])
})

it('tries with one call when the pause is over, and turns the others away meanwhile', async () => {
  const { world, breaker, ask, open, begin } = setUp()
  await open()
  world.now += 999
  expect(await ask('fr', read)).toBe('turned away')
  world.now += 1
  expect(breaker.state()).toMatchObject({ kind: 'half-open' })
  const probe = begin('fr')
  expect(await ask('en', read)).toBe('turned away')
  expect(breaker.until()).toBeGreaterThan(world.now)
  probe.answer(read)
  expect(await probe.kind).toBe('read')
  expect(breaker.state()).toEqual({ kind: 'closed' })
  expect(await ask('en', read)).toBe('read')
  expect(world.said).toEqual(['open: NetworkError', 'closed'])
})

it('leaves it alone longer each time it is found failing, up to ten seconds, and says so once', async () => {
  const { world, breaker, ask, open } = setUp()
  await open()
  const pauses: number[] = []
  for (let time = 0; time < 7; time += 1) {
    pauses.push(breaker.until() - world.now)
    world.now = breaker.until()
    await ask('fr', failed)
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000])
  expect(world.calls).toHaveLength(7)
  expect(world.said).toEqual(['open: NetworkError'])
})

it('counts nothing twice that was under way when it opened, and closes by such an answer', async () => {
  const { world, breaker, open, begin } = setUp()
  const [slow, slower] = [begin('fr/a'), begin('fr/b')]
  await open()
  const until = breaker.until()
  slow.answer(failed)
  await slow.kind
  expect(breaker.until()).toBe(until)
  slower.answer(read)
  await slower.kind
  expect(breaker.state()).toEqual({ kind: 'closed' })
  expect(world.said).toEqual(['open: NetworkError', 'closed'])
})

it('is tried at once after a sign of life, with short pauses again', async () => {
  const { world, breaker, ask, open } = setUp()
  await open()
  for (let time = 0; time < 5; time += 1) {
    world.now = breaker.until()
    await ask('fr', failed)
  }
  breaker.revive()
  expect(await ask('fr', failed)).toBe('failed')
  await ask('en', failed)
  expect(breaker.until() - world.now).toBe(1000)
})

it('leaves it alone for as long as it asked, whoever tells that it lives', async () => {
  const { world, breaker, ask } = setUp()
  await ask('fr', { ...failed, pauseSeconds: 7 })
  breaker.revive()
  expect(breaker.state()).toEqual({ kind: 'resting', until: world.now + 7000 })
  expect(await ask('en', read)).toBe('turned away')
  world.now += 7000
  expect(await ask('en', read)).toBe('read')
})

it('goes on after a call that throws', async () => {
  const { world, breaker, ask, open } = setUp()
  await open()
  world.now = breaker.until()
  await expect(breaker.through('fr', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect')
  expect(await ask('fr', read)).toBe('read')
})

it('grows its pauses from one second on, by chance below a bound that doubles', () => {
  const shortest = [1, 2, 3, 20].map((failures) => growingPause(failures, () => 0, 0))
  const middle = [1, 2, 3, 20].map((failures) => growingPause(failures, () => 0.5, 0))
  expect(shortest).toEqual([1000, 1000, 1000, 1000])
  expect(middle).toEqual([1000, 1500, 2500, 5500])
})

it('counts what the call itself took towards the pause, of which a second is left at least', async () => {
  const { world, breaker, open, begin } = setUp()
  await open()
  const pauses: number[] = []
  for (const tookMs of [500, 2000, 5000, 5000, 60_000, -60_000]) {
    world.now = breaker.until()
    const probe = begin('fr')
    world.now += tookMs
    probe.answer(failed)
    await probe.kind
    pauses.push(breaker.until() - world.now)
  }
  expect(pauses).toEqual([1500, 2000, 3000, 5000, 1000, 10_000])
})

it('tells an operator how the source is, and nothing while it is well', async () => {
  const { world, breaker, ask, open } = setUp()
  world.now = Date.parse('2026-11-20T12:00:00Z')
  expect(remarksOn(breaker.state())).toEqual([])
  await open()
  expect(remarksOn(breaker.state())).toEqual([
    'posts: the source is failing (NetworkError) and left alone until 2026-11-20T12:00:01.000Z, copies are served where there are any',
  ])
  world.now += 1000
  expect(remarksOn(breaker.state())).toEqual([
    'posts: the source was failing (NetworkError), the next call tells, copies are served where there are any',
  ])
  await ask('fr', { ...failed, pauseSeconds: 7 })
  expect(remarksOn(breaker.state())).toEqual([
    'posts: the source asked to be left alone until 2026-11-20T12:00:08.000Z, copies are served where there are any',
  ])
})
