import { expect, it } from 'vitest'
import { createDebounce } from './debounce.ts'

/** Plays changes and the ends of delays and refreshes. Returns the refreshes and running delays after each. */
async function play(steps: string): Promise<string> {
  const delays: (() => void)[] = []
  const running: (() => void)[] = []
  let refreshes = 0
  const change = createDebounce(
    () => {
      refreshes += 1
      return new Promise((resolve) => running.push(resolve))
    },
    () => new Promise((resolve) => delays.push(resolve)),
  )
  const states: string[] = []
  for (const step of steps.split(' ')) {
    if (step === 'change') change()
    else {
      const pending = step === 'delay' ? delays : running
      expect(pending).toHaveLength(1)
      pending.pop()?.()
    }
    await new Promise((resolve) => setImmediate(resolve))
    states.push(`${refreshes}/${delays.length}`)
  }
  return states.join(' ')
}

it.each([
  ['one refresh for changes within the delay', 'change change change delay refresh', '0/1 0/1 0/1 1/0 1/0'],
  [
    'one more refresh for all changes during one',
    ...['change delay change change refresh delay refresh', '0/1 1/0 1/0 1/0 1/1 2/0 2/0'],
  ],
  ['a refresh for a later change', 'change delay refresh change delay refresh', '0/1 1/0 1/0 1/1 2/0 2/0'],
])('makes %s', async (_what, steps = '', states) => {
  expect(await play(steps)).toBe(states)
})
