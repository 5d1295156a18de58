import { randomInt } from 'node:crypto'

/** The seed of `npm test`, so that the same source tells the same story twice. */
const usualSeed = 20_261_120

/** Seeds are 32-bit integers to the generators; the sign would be one more thing to copy wrongly. */
const maxSeed = 2 ** 31 - 1

/** The seed that `FUZZ_SEED` asks for: a number, `random` to explore, the usual one where it asks for none. */
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
