import { expect, it } from 'vitest'
import { coarsened } from '../../build/fonts/kerning.ts'

it('small values go, others become multiples of the step, in thousandths of an em', () => {
  const kerning = new Map([
    [
      1,
      new Map([
        [2, -39],
        [3, 38],
        [4, -94],
      ]),
    ],
    [2, new Map([[1, 10]])],
  ])
  expect(coarsened(kerning, 2000, { least: 20, step: 10 })).toEqual(new Map([[1, new Map([[4, -100]])]]))
})
