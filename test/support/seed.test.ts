import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText, holds } from './properties.ts'
import { parseSeed } from './seed.ts'

it('uses the seed of FUZZ_SEED, a fixed seed by default, or a random one if requested', () => {
  expect([parseSeed('42'), parseSeed('0'), parseSeed('2147483647')]).toEqual([42, 0, 2_147_483_647])
  expect([parseSeed(undefined), parseSeed('')]).toEqual(Array(2).fill(parseSeed(undefined)))
  expect(new Set(Array.from({ length: 5 }, () => parseSeed('random'))).size).toBe(5)
})

it.each(['soon', '-1', '1.5', '1e3', '2147483648', ' 7'])('rejects the seed "%s"', (value) => {
  expect(() => parseSeed(value)).toThrow(`FUZZ_SEED: "${value}"; expected random`)
})

it('tests a property with the same inputs every time, with any runner', async () => {
  const tried = { first: [] as string[], again: [] as string[], asynchronously: [] as string[] }
  holds([anyText], (text) => tried.first.push(text))
  holds([anyText], (text) => tried.again.push(text))
  await fc.assert(fc.asyncProperty(anyText, (text) => Promise.resolve(void tried.asynchronously.push(text))))
  expect(new Set(tried.first).size).toBeGreaterThan(50)
  expect(tried.again).toEqual(tried.first)
  expect(tried.asynchronously).toEqual(tried.first)
})
