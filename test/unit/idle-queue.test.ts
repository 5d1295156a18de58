import { expect, it } from 'vitest'
import { createIdleQueue } from '../../server/pages/idle-queue.ts'

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
