import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/**
 * Plays steps and returns what happens in each. `a1` asks for a turn with the key `a`, `_1` without a key; `/a1` ends a task and
 * `!a1` lets it fail. The result names the tasks that start, those that are rejected (`-a1`) and those that fail (`!a1`).
 */
async function play(slots: number, queue: number, steps: string): Promise<string> {
  const limited = createConcurrencyLimit(slots, queue, 60_000)
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  let events: string[] = []
  const results: string[] = []

  function ask(name: string): void {
    const task = () => {
      events.push(name)
      return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
    }
    limited(task, name.startsWith('_') ? undefined : name[0]).then(
      (value) => (value === null ? events.push(`-${name}`) : expect(value).toBe(name)),
      () => events.push(`!${name}`),
    )
  }

  for (const step of steps.split(' | ')) {
    events = []
    for (const action of step.split(' ')) {
      const end = ends.get(action.slice(1))
      if (action.startsWith('/')) end?.resolve(action.slice(1))
      else if (action.startsWith('!')) end?.reject(new Error('down'))
      else ask(action)
    }
    await new Promise((resolve) => setImmediate(resolve))
    results.push(events.join(' '))
  }
  return results.join(' | ')
}

it.each([
  ['runs two tasks at once, the others in their order', 2, 10, '_a _b _c _d | /_b | /_a | /_c', '_a _b | _c | _d | '],
  ['rejects a task beyond a queue of one', 1, 1, '_a _b _c | /_a | /_b | _d', '_a -_c | _b |  | _d'],
  ['rejects a task without a queue', 1, 0, '_a _c | /_a | _d', '_a -_c |  | _d'],
  ['gives the slot of a task that failed to the next', 1, 10, '_a _b | !_a', '_a | _b !_a'],
  ['gives no key the last slot', 2, 10, 'a1 a2 a3 | b1', 'a1 | b1'],
  ['gives the next turn to the key that waited longest', 2, 10, 'a1 a2 b1 | c1 /a1 | /c1', 'a1 b1 | c1 | a2'],
  [
    'takes the newest task of the key with the most from a full queue',
    ...([1, 4, 'a0 a1 a2 a3 a4 a5 | b1 b2 | b3 | /a0 | /b1 | /a1 | /b2'] as const),
    'a0 -a5 | -a4 -a3 | -b3 | b1 | a1 | b2 | a2',
  ],
  ['runs a task without a key first', 1, 10, 'a1 b1 c1 _1 | /a1 | /_1 | /b1', 'a1 | _1 | b1 | c1'],
] as const)('%s', async (_what, slots, queue, steps, expected) => {
  expect(await play(slots, queue, steps)).toBe(expected)
})

it('does not start another task between the end of one and the start of the next', async () => {
  const limited = createConcurrencyLimit(1, 10, 60_000)
  const started: string[] = []
  let end = () => {}
  const task = (name: string) => () => {
    started.push(name)
    return new Promise<void>((resolve) => (end = resolve))
  }
  void limited(task('a'))
  void limited(task('b'))
  end()
  // The task arrives in the same tick in which `b` gets the slot of `a`.
  queueMicrotask(() => void limited(task('c')))
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['a', 'b'])
})
