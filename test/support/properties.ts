import fc from 'fast-check'
import { isExhaustive } from './exhaustive.ts'
import { seed } from './seed.ts'

/** The number of inputs that a property is tried on. */
const propertyRuns = isExhaustive ? 2000 : 100

// Calls of `fc.assert` itself use these, too.
fc.configureGlobal({ seed, numRuns: propertyRuns })

/**
 * Checks a property on many generated inputs, the same in every run unless `FUZZ_SEED` asks for others. A failure names
 * its seed, which `FUZZ_SEED` plays again, its path for `fc.assert(…, { seed, path })`, and the smallest input that it has found.
 */
export function holds<Inputs extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Inputs]: fc.Arbitrary<Inputs[Index]> },
  property: (...inputs: Inputs) => void,
): void {
  // A property that returns something has not failed for that.
  const check = (...inputs: Inputs) => void property(...inputs)
  fc.assert(fc.property(...arbitraries, check))
}

/** Any text at all: halves of surrogate pairs, control characters and names of `Object.prototype` among it. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '\u0000', '\r\n', '%', '%00'),
)

/** Text made of pieces that mean something to a parser, in any order, and of others. */
export function textOf(...pieces: string[]): fc.Arbitrary<string> {
  const piece = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: anyText })
  return fc.array(piece, { maxLength: 12 }).map((found) => found.join(''))
}

/** Text without half characters, which no encoding keeps. */
export const wholeText = anyText.map((text) => Buffer.from(text).toString())
