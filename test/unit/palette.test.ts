import { expect, it } from 'vitest'
import { paletteColourOf } from '../../server/posts/html/palette.ts'

it.each([
  ['#ffffff', 'light'],
  ['#F0F0F0', 'light'],
  ['white', 'light'],
  ['transparent', 'light'],
  ['#fff8e1', 'yellow'],
  ['#000', 'dark'],
  ['black', 'dark'],
  ['#1d3557', 'dark'],
  ['#15171A', 'dark'],
  ['#999999', 'grey'],
  ['grey', 'grey'],
  ['#ff1a75', 'pink'],
  ['#e63946', 'red'],
  ['#ff0000', 'red'],
  ['#ffa500', 'yellow'],
  ['#2a9d8f', 'blue'],
  ['#14b886', 'green'],
  ['#3eb0ef', 'blue'],
  ['#8e42ff', 'purple'],
  [' Accent ', 'accent'],
])('the colour %s comes down to %s', (written, colour) => {
  expect(paletteColourOf(written)).toBe(colour)
})

it.each(['', 'rebeccapurple', '#12', '#gggggg', 'url(x)', 'rgb(1,2,3)'])('of %j nothing is known', (written) => {
  expect(paletteColourOf(written)).toBeNull()
})
