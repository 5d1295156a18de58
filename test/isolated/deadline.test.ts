import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { withDeadline } from '../../server/http/deadline.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A task that only its signal ends. */
function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))))
}

it('aborts a task that hangs, although garbage is collected meanwhile', async () => {
  const ending = Promise.allSettled(Array.from({ length: 20 }, () => withDeadline(300, hang)))
  await delay(20)
  collectGarbage()
  collectGarbage()
  expect(new Set((await ending).map(({ status }) => status))).toEqual(new Set(['rejected']))
})

it.each(['before', 'while it runs'])('aborts when the outer signal aborts %s', async (moment) => {
  const outer = new AbortController()
  if (moment === 'before') outer.abort()
  const leave = (signal: AbortSignal) => (signal.aborted ? Promise.resolve('left') : hang(signal))
  const ending = withDeadline(60_000, leave, outer.signal)
  outer.abort()
  expect(await ending.catch((error: Error) => error.message)).toBe('left')
})

it('aborts its signal when the task is done', async () => {
  const signal = await withDeadline(60_000, (given) => Promise.resolve(given))
  expect(signal.aborted).toBe(true)
})
