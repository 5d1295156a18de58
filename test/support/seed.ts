import { randomInt } from 'node:crypto'

/** The seed of `npm test`, so that the same source has the same results. */
const usualSeed = 20_261_120

/** Generators accept 32-bit integers as seeds. Only positive ones are used, which are easier to copy. */
const maxSeed = 2 ** 31 - 1

/** The seed of `FUZZ_SEED`: a number, `random` to explore, or by default the usual one. */
export function parseSeed(asked: string | undefined): number {
  if (asked === undefined || asked === '') return usualSeed
  if (asked === 'random') return randomInt(maxSeed)
  const seed = Number(asked)
  if (!/^\d+$/.test(asked) || seed > maxSeed) {
    throw new Error(`FUZZ_SEED: "${asked}"; expected random or a whole number up to ${maxSeed}`)
  }
  return seed
}

/** The seed of this process's random inputs. */
export const seed = parseSeed(process.env.FUZZ_SEED)
