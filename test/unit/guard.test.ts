import { expect, it } from 'vitest'
import { createGuard, diagnosticsOf } from '../../server/posts/cache/guard.ts'
import type { Failure } from '../../server/posts/cache/source.ts'
import { deferred } from '../support/deferred.ts'

type Read = { kind: 'read'; value: string | null }

const read: Read = { kind: 'read', value: 'un article' }
const absent: Read = { kind: 'read', value: null }
const failed: Failure = { kind: 'failed', message: '-', type: 'NetworkError', retryAfterSeconds: null, fault: 'source' }
const refused: Failure = { ...failed, fault: 'key', retryAfterSeconds: 30 }

/** A guard on a clock that stands still, whose chance is always the longest backoff. */
function setUp({ backsOff = true } = {}) {
  const world = { now: 1_700_000_000_000, calls: [] as string[], said: [] as string[] }
  const guard = createGuard({
    now: () => world.now,
    random: () => 0,
    backsOff,
    timeoutMs: 5000,
    onOpen: (why) => world.said.push(`open: ${why}`),
    onClose: () => world.said.push('closed'),
  })
  async function ask(name: string, outcome: Read | Failure, key?: 'admin'): Promise<string> {
    const call = () => {
      world.calls.push(name)
      return Promise.resolve(outcome)
    }
    return (await guard.call(name, call, key)).kind
  }
  async function open() {
    await ask('a', failed)
    await ask('b', failed)
    world.calls.length = 0
  }
  /** A call that the test answers itself. */
  function begin(name: string) {
    const { promise: answered, resolve: answer } = deferred<Read | Failure>()
    const kind = guard.call(name, () => answered).then((reading) => reading.kind)
    return { kind, answer }
  }
  const wait = (name: string) => guard.suspendedUntil(name) - world.now
  return { world, guard, ask, open, begin, wait }
}

it('opens once the source has failed for two names', async () => {
  const { world, guard, ask } = setUp()
  expect(await ask('a', failed)).toBe('failed')
  expect(guard.state()).toEqual({ kind: 'closed' })
  expect(await ask('b', failed)).toBe('failed')
  expect(guard.state()).toMatchObject({ kind: 'open', why: 'NetworkError' })
  expect(await ask('c', read)).toBe('rejected')
  expect(world.calls).toEqual(['a', 'b'])
  expect(world.said).toEqual(['open: NetworkError'])
})

it('backs off from a name that fails again and again, longer each time, and asks for the others', async () => {
  const { world, guard, ask, wait } = setUp()
  const waits: number[] = []
  for (let time = 0; time < 5; time += 1) {
    expect(await ask('poison', failed)).toBe('failed')
    expect(await ask('poison', read)).toBe('rejected')
    expect(guard.hasFailed('poison')).toBe(true)
    waits.push(wait('poison'))
    expect(await ask('other', read)).toBe('read')
    world.now += wait('poison')
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000])
  expect(guard.state()).toEqual({ kind: 'closed' })
  expect(await ask('poison', read)).toBe('read')
  expect(guard.hasFailed('poison')).toBe(false)
  await ask('poison', failed)
  expect(wait('poison')).toBe(1000)
  guard.reset()
  expect(await ask('poison', failed)).toBe('failed')
  expect(wait('poison')).toBe(1000)
})

it('remembers why a name could not be read, until it is', async () => {
  const { world, guard, ask } = setUp()
  expect(guard.lastFailure('fr')).toBeNull()
  await ask('fr', refused)
  expect(guard.lastFailure('fr')).toEqual(refused)
  guard.reset()
  expect(guard.lastFailure('fr')).toEqual(refused)
  world.now += 30_000
  await ask('fr', absent)
  expect(guard.lastFailure('fr')).toBeNull()
})

it.each([
  ['an answer', read],
  ['what is not there', absent],
  ['a refused key', refused],
  ['a call that it cannot understand', { ...failed, fault: 'call' }],
] as const)('takes %s for a sign of life', async (_name, outcome) => {
  const { guard, ask } = setUp()
  await ask('a', failed)
  await ask('other', outcome)
  await ask('b', failed)
  expect(guard.state()).toEqual({ kind: 'closed' })
})

it('asks nothing with a key that was refused for thirty seconds, and goes on with the other key', async () => {
  const { world, guard, ask } = setUp()
  await ask('a', refused)
  expect([await ask('b', read), await ask('previews', read, 'admin')]).toEqual(['rejected', 'read'])
  expect([guard.state().kind, guard.suspendedUntil('b') - world.now]).toEqual(['closed', 30_000])
  world.now += 30_000
  expect(await ask('a', read)).toBe('read')
})

it('waits for the longest time that the source asked for, whichever answer comes last', async () => {
  const { world, guard, ask, begin, wait } = setUp()
  const [first, second] = [begin('a'), begin('a')]
  second.answer({ ...failed, retryAfterSeconds: 60 })
  await second.kind
  first.answer({ ...failed, retryAfterSeconds: 5 })
  await first.kind
  world.now += 59_999
  expect([await ask('b', read), guard.state().kind, wait('b')]).toEqual(['rejected', 'rate limited', 1])
  world.now += 1
  expect([await ask('b', read), guard.state().kind]).toEqual(['read', 'closed'])
})

it('tries with one call when the backoff is over, and rejects the others meanwhile', async () => {
  const { world, guard, ask, open, begin, wait } = setUp()
  await open()
  world.now += 999
  expect(await ask('c', read)).toBe('rejected')
  world.now += 1
  expect(guard.state()).toMatchObject({ kind: 'half-open' })
  const probe = begin('c')
  expect(await ask('d', read)).toBe('rejected')
  expect(wait('d')).toBeGreaterThan(0)
  probe.answer(read)
  expect(await probe.kind).toBe('read')
  expect(guard.state()).toEqual({ kind: 'closed' })
  expect(await ask('d', read)).toBe('read')
  expect(world.said).toEqual(['open: NetworkError', 'closed'])
})

it('backs off longer each time it finds the source failing, up to ten seconds, and says so once', async () => {
  const { world, ask, open, wait } = setUp()
  await open()
  const waits: number[] = []
  for (let time = 0; time < 7; time += 1) {
    waits.push(wait('new'))
    world.now += wait('new')
    await ask(`c${time}`, failed)
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000])
  expect(world.calls).toHaveLength(7)
  expect(world.said).toEqual(['open: NetworkError'])
})

it('counts nothing twice that was under way when it opened, and closes by such an answer', async () => {
  const { world, guard, open, begin, wait } = setUp()
  const [slow, slower] = [begin('c'), begin('d')]
  await open()
  const before = wait('new')
  slow.answer(failed)
  await slow.kind
  expect(wait('new')).toBe(before)
  slower.answer(read)
  await slower.kind
  expect(guard.state()).toEqual({ kind: 'closed' })
  expect(world.said).toEqual(['open: NetworkError', 'closed'])
})

it('asks at once after a reset, with short backoffs again', async () => {
  const { world, guard, ask, open, wait } = setUp()
  await open()
  for (let time = 0; time < 5; time += 1) {
    world.now += wait('new')
    await ask(`c${time}`, failed)
  }
  guard.reset()
  expect(await ask('e', failed)).toBe('failed')
  await ask('f', failed)
  expect(wait('new')).toBe(1000)
})

it('keeps to the source’s own Retry-After after a reset too', async () => {
  const { world, guard, ask } = setUp()
  await ask('a', { ...failed, retryAfterSeconds: 7 })
  guard.reset()
  expect(guard.state()).toEqual({ kind: 'rate limited', until: world.now + 7000 })
  expect(await ask('b', read)).toBe('rejected')
  world.now += 7000
  expect(await ask('b', read)).toBe('read')
})

it('goes on after a call that throws', async () => {
  const { world, guard, ask, open, wait } = setUp()
  await open()
  world.now += wait('new')
  await expect(guard.call('c', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect')
  expect(await ask('c', read)).toBe('read')
})

it('takes a defect of the site’s own for no sign of life, and backs off from it', async () => {
  const { guard, ask } = setUp()
  await ask('a', failed)
  await ask('c', { ...failed, fault: 'program' })
  expect(await ask('c', read)).toBe('rejected')
  await ask('b', failed)
  expect(guard.state()).toMatchObject({ kind: 'open' })
})

it('without backoff asks always, but for the source’s Retry-After and a refused key', async () => {
  const { guard, ask } = setUp({ backsOff: false })
  for (const name of ['a', 'a', 'b']) expect(await ask(name, failed)).toBe('failed')
  expect([guard.state().kind, guard.hasFailed('a')]).toEqual(['closed', false])
  expect(await ask('c', refused)).toBe('failed')
  expect(await ask('c', read)).toBe('rejected')
})

it('rejects what waits for its turn once the key has been refused', async () => {
  const { guard } = setUp()
  const calls: string[] = []
  const answers = Array.from({ length: 10 }, (_, index) =>
    guard.callInTurn(`slug-${index}`, async () => {
      calls.push(`slug-${index}`)
      await Promise.resolve()
      return refused
    }),
  )
  const kinds = (await Promise.all(answers)).map(({ kind }) => kind)
  expect(calls).toHaveLength(8)
  expect(kinds.slice(8)).toEqual(['rejected', 'rejected'])
})

it('counts what the call itself took towards the backoff, of which a second is left at least', async () => {
  const { world, open, begin, wait } = setUp()
  await open()
  const waits: number[] = []
  for (const [index, tookMs] of [500, 2000, 5000, 5000, 60_000, -60_000].entries()) {
    world.now += wait('new')
    const probe = begin(`c${index}`)
    world.now += tookMs
    probe.answer(failed)
    await probe.kind
    waits.push(wait('new'))
  }
  expect(waits).toEqual([1500, 2000, 3000, 5000, 1000, 10_000])
})

it.each([
  ['is failing', failed],
  ['sent a Retry-After', { ...failed, retryAfterSeconds: 600 }],
  ['refused the key', { ...refused, retryAfterSeconds: 600 }],
] as const)('asks a source again that %s where the clock has been set back', async (_what, outcome) => {
  const { world, guard, ask } = setUp()
  for (const name of ['a', 'b']) await ask(name, outcome)
  expect(await ask('a', read)).toBe('rejected')
  world.now -= 24 * 3_600_000
  expect(guard.suspendedUntil('a')).toBeLessThanOrEqual(world.now)
  expect(diagnosticsOf(guard.state()).join()).not.toContain('until')
  expect(await ask('a', read)).toBe('read')
  // A wait that begins now counts again.
  await ask('a', { ...failed, retryAfterSeconds: 30 })
  expect(guard.suspendedUntil('b')).toBe(world.now + 30_000)
})

it('tells an operator how the source is, and nothing while it is well', async () => {
  const { world, guard, ask, open } = setUp()
  world.now = Date.parse('2026-11-20T12:00:00Z')
  expect(diagnosticsOf(guard.state())).toEqual([])
  await open()
  expect(diagnosticsOf(guard.state())).toEqual([
    'posts: the source is failing (NetworkError) and left alone until 2026-11-20T12:00:01.000Z, copies are served where there are any',
  ])
  world.now += 1000
  expect(diagnosticsOf(guard.state())).toEqual([
    'posts: the source was failing (NetworkError), the next call tells, copies are served where there are any',
  ])
  await ask('c', { ...failed, retryAfterSeconds: 7 })
  expect(diagnosticsOf(guard.state())).toEqual([
    'posts: the source asked to be left alone until 2026-11-20T12:00:08.000Z, copies are served where there are any',
  ])
})
