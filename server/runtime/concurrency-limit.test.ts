import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Tasks whose start is recorded, and which the test ends. */
function setUp() {
  const started: string[] = []
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const task = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { started, task, settled, end: (name: string) => ends.get(name)?.resolve(name), ends }
}

it('runs tasks up to the limit, and others in the order of arrival', async () => {
  const { started, task, settled, end } = setUp()
  const limited = createConcurrencyLimit(2, 10, 60_000)
  const answers = ['a', 'b', 'c', 'd'].map((name) => limited(task(name)))
  await settled()
  expect(started).toEqual(['a', 'b'])
  end('b')
  await settled()
  expect(started).toEqual(['a', 'b', 'c'])
  end('a')
  await settled()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  end('c')
  end('d')
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

it.each([
  { queue: 1, runs: ['a', 'b'] },
  { queue: 0, runs: ['a'] },
])(
  'rejects tasks beyond a queue of $queue at once, without running them, and accepts new ones later',
  async ({ queue, runs }) => {
    const { started, task, settled, end } = setUp()
    const limited = createConcurrencyLimit(1, queue, 60_000)
    const accepted = runs.map((name) => limited(task(name)))
    expect(await limited(task('c'))).toBeNull()
    for (const name of runs) {
      end(name)
      await settled()
    }
    expect(await Promise.all(accepted)).toEqual(runs)
    const late = limited(task('d'))
    await settled()
    end('d')
    expect(await late).toBe('d')
    expect(started).toEqual([...runs, 'd'])
  },
)

it('passes the slot of a failed task on, and the failure to its caller', async () => {
  const { started, task, settled, end, ends } = setUp()
  const limited = createConcurrencyLimit(1, 10, 60_000)
  const failing = limited(task('a'))
  const next = limited(task('b'))
  await settled()
  ends.get('a')?.reject(new Error('down'))
  await expect(failing).rejects.toThrow('down')
  await settled()
  expect(started).toEqual(['a', 'b'])
  end('b')
  expect(await next).toBe('b')
})

it('lets no other task take the slot that is passed on', async () => {
  const { started, task, settled, end } = setUp()
  const limited = createConcurrencyLimit(1, 10, 60_000)
  void limited(task('a'))
  void limited(task('b'))
  end('a')
  // The task arrives in the same turn in which the slot of `a` is passed on to `b`.
  queueMicrotask(() => void limited(task('c')))
  await settled()
  expect(started).toEqual(['a', 'b'])
})

it('shares slots between keys: none gets the last one, and the key whose turn was longest ago is next', async () => {
  const { started, task, settled, end } = setUp()
  const limited = createConcurrencyLimit(2, 10, 60_000)
  for (const name of ['a1', 'a2', 'a3']) void limited(task(name), 'a')
  await settled()
  expect(started).toEqual(['a1'])
  void limited(task('b1'), 'b')
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  void limited(task('c1'), 'c')
  end('a1')
  await settled()
  expect(started).toEqual(['a1', 'b1', 'c1'])
  end('c1')
  await settled()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
})

it('in a full queue, the key with the most tasks loses its newest, except to a key with as many', async () => {
  const { started, task, settled, end } = setUp()
  const limited = createConcurrencyLimit(1, 4, 60_000)
  void limited(task('a0'), 'a')
  const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => limited(task(name), 'a'))
  expect(await limited(task('a5'), 'a')).toBeNull()
  void limited(task('b1'), 'b')
  void limited(task('b2'), 'b')
  expect(await Promise.all(crowd.slice(2))).toEqual([null, null])
  expect(await limited(task('b3'), 'b')).toBeNull()
  for (const name of ['a0', 'b1', 'a1', 'b2']) {
    end(name)
    await settled()
  }
  expect(started).toEqual(['a0', 'b1', 'a1', 'b2', 'a2'])
})

it('runs a task without a key before all others', async () => {
  const limited = createConcurrencyLimit(1, 10, 60_000)
  const done: string[] = []
  const task = (name: string) => () => Promise.resolve(done.push(name)).then(() => {})
  await Promise.all([
    limited(task('first'), 'a'),
    limited(task('second'), 'b'),
    limited(task('third'), 'c'),
    limited(task('without a key')),
  ])
  expect(done).toEqual(['first', 'without a key', 'second', 'third'])
})
