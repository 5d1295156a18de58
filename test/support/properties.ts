import fc from 'fast-check'
import { isExhaustive } from './exhaustive.ts'
import { seed } from './seed.ts'

/** The number of inputs that a property is tested with. */
const propertyRuns = isExhaustive ? 2000 : 100

// Direct calls of `fc.assert` use these too.
fc.configureGlobal({ seed, numRuns: propertyRuns })

/**
 * Tests a property with many generated inputs, the same in every run unless `FUZZ_SEED` is set. A failure reports its seed for
 * `FUZZ_SEED`, its path for `fc.assert(…, { seed, path })`, and the smallest failing input.
 */
export function holds<Inputs extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Inputs]: fc.Arbitrary<Inputs[Index]> },
  property: (...inputs: Inputs) => void,
): void {
  // A property's return value is ignored.
  const check = (...inputs: Inputs) => void property(...inputs)
  fc.assert(fc.property(...arbitraries, check))
}

/** Any text, including halves of surrogate pairs, control characters and names of `Object.prototype`. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '\u0000', '\r\n', '%', '%00'),
)

/** Text of pieces that a parser treats specially, in any order, and of other text. */
export function textOf(...pieces: string[]): fc.Arbitrary<string> {
  const piece = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: anyText })
  return fc.array(piece, { maxLength: 12 }).map((found) => found.join(''))
}

/** Text without lone surrogates, which no encoding keeps. */
export const wholeText = anyText.map((text) => Buffer.from(text).toString())
