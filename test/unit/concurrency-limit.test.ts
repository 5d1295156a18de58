import { expect, it } from 'vitest'
import { createConcurrencyLimit } from '../../server/http/concurrency-limit.ts'

/** Tasks that start when they are let, and end when the test says so. */
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

it('runs as many tasks at once as it may, and the others in the order in which they came', async () => {
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
])('turns a task away at once beyond a queue of $queue, without running it', async ({ queue, runs }) => {
  const { started, task, settled, end } = setUp()
  const limited = createConcurrencyLimit(1, queue, 60_000)
  const accepted = runs.map((name) => limited(task(name)))
  expect(await limited(task('c'))).toBeNull()
  for (const name of runs) {
    end(name)
    await settled()
  }
  expect(await Promise.all(accepted)).toEqual(runs)
  expect(started).toEqual(runs)
})

it('gives the place of a task that failed to the next, and the failure to its caller', async () => {
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

it('takes new tasks after the crowd has gone', async () => {
  const { task, settled, end } = setUp()
  const limited = createConcurrencyLimit(1, 1, 60_000)
  const crowd = [limited(task('a')), limited(task('b')), limited(task('c'))]
  end('a')
  await settled()
  end('b')
  expect(await Promise.all(crowd)).toEqual(['a', 'b', null])
  const late = limited(task('d'))
  await settled()
  end('d')
  expect(await late).toBe('d')
})

it('lets no other slip in between a task that ends and the one that takes its place', async () => {
  const { started, task, settled, end } = setUp()
  const limited = createConcurrencyLimit(1, 10, 60_000)
  void limited(task('a'))
  void limited(task('b'))
  end('a')
  // Comes in the very turn in which the place of `a` is being handed to `b`.
  queueMicrotask(() => void limited(task('c')))
  await settled()
  expect(started).toEqual(['a', 'b'])
})
