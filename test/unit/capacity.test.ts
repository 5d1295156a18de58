import { expect, it } from 'vitest'
import { createCapacity } from '../../server/outbox/capacity.ts'

it('counts along what it has let in since the folder was measured', async () => {
  const { reserve } = createCapacity(
    100,
    () => Promise.resolve(40),
    () => 0,
  )
  expect(await reserve(40)).toBe(true)
  expect(await reserve(21)).toBe(false)
  expect(await reserve(20)).toBe(true)
})

it('measures anew after ten seconds', async () => {
  const sizes = [100, 50]
  let now = 0
  const { reserve } = createCapacity(
    100,
    () => Promise.resolve(sizes.shift() ?? 0),
    () => now,
  )
  expect(await reserve(1)).toBe(false)
  now = 9_999
  expect(await reserve(1)).toBe(false)
  now = 10_000
  expect(await reserve(1)).toBe(true)
})

it('lets nothing into a full folder while that is being measured', async () => {
  const { reserve } = createCapacity(
    100,
    () => Promise.resolve(100),
    () => 0,
  )
  expect(await Promise.all([reserve(1), reserve(1), reserve(1)])).toEqual([false, false, false])
})

it('believes nothing after a measurement that failed', async () => {
  let fails = true
  const { reserve } = createCapacity(
    100,
    () => (fails ? Promise.reject(new Error('EACCES')) : Promise.resolve(100)),
    () => 0,
  )
  await expect(reserve(1)).rejects.toThrow('EACCES')
  fails = false
  expect(await reserve(1)).toBe(false)
})
