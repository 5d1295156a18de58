import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createIdleQueue, isLoopIdle } from '../../server/pages/idle-queue.ts'

it('does one job after another, in their order', async () => {
  const done: string[] = []
  const queue = createIdleQueue(() => expect.fail('no job fails'))
  queue.add(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    done.push('first')
  })
  queue.add(() => Promise.resolve(void done.push('second')))
  await queue.idle()
  expect(done).toEqual(['first', 'second'])
})

it('goes on after a job that fails, and tells of it', async () => {
  const failures: unknown[] = []
  const done: string[] = []
  const queue = createIdleQueue((error) => failures.push(error))
  queue.add(() => Promise.reject(new Error('no')))
  queue.add(() => Promise.resolve(void done.push('next')))
  await queue.idle()
  expect([failures, done]).toEqual([[new Error('no')], ['next']])
})

it('does a job only once the process is idle', async () => {
  const looks = [false, false, true]
  const queue = createIdleQueue(
    () => expect.fail('no job fails'),
    () => Promise.resolve(looks.shift() ?? expect.fail('looked once more')),
  )
  let looksLeft: number | null = null
  queue.add(() => Promise.resolve(void (looksLeft = looks.length)))
  await queue.idle()
  expect(looksLeft).toBe(0)
})

it('does the job of a process that is never idle after a hundred looks', async () => {
  let looks = 0
  const queue = createIdleQueue(
    () => expect.fail('no job fails'),
    () => {
      looks += 1
      return looks <= 200 ? Promise.resolve(false) : expect.fail('looks for ever')
    },
  )
  const doneAfter: number[] = []
  for (let job = 0; job < 2; job += 1) queue.add(() => Promise.resolve(void doneAfter.push(looks)))
  await queue.idle()
  expect(doneAfter).toEqual([100, 200])
})

it('finds an event loop busy that always has something to do', async () => {
  let isOver = false
  const look = isLoopIdle().finally(() => (isOver = true))
  while (!isOver) await nextTurn()
  expect(await look).toBe(false)
})
