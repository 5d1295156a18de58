import { expect, it } from 'vitest'
import { toneOf } from './palette.ts'

it.each([
  ['light', ['#ffffff', '#F0F0F0', '#fff8e1', 'white', 'transparent']],
  ['dark', ['#000', '#1d3557', '#15171A', '#999999', 'black', 'grey', '', 'rebeccapurple', '#12', 'url(x)']],
  ['accent', ['#ff1a75', '#e63946', '#ffa500', '#2a9d8f', '#3eb0ef', '#8e42ff', ' Accent ']],
])('the site’s tone is %s for the colours %j', (tone, colours) => {
  for (const colour of colours) expect([colour, toneOf(colour)]).toEqual([colour, tone])
})
