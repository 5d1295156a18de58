import { randomInt } from 'node:crypto'

/** The seed of `npm test`, so that the same source has the same results. */
const usualSeed = 20_261_120

/** Generators accept 32-bit integers as seeds. Only positive ones are used, which are easier to copy. */
const maxSeed = 2 ** 31 - 1

/** The seed of `FUZZ_SEED`: a number, `random` to explore, or by default the usual one. */
export function parseSeed(value: string | undefined): number {
  if (value === undefined || value === '') return usualSeed
  if (value === 'random') return randomInt(maxSeed)
  const seed = Number(value)
  if (!/^\d+$/.test(value) || seed > maxSeed) {
    throw new Error(`FUZZ_SEED: "${value}"; expected random or a whole number up to ${maxSeed}`)
  }
  return seed
}

/** The seed of this process's random inputs. */
export const seed = parseSeed(process.env.FUZZ_SEED)
