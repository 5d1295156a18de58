import { expect, it } from 'vitest'
import { colours } from '../../shared/company.ts'
import { sourcesBelow, textOf } from './project-files.ts'

it.each(Object.entries(colours))('the brand’s colour %s is %s in the style too', (name, value) => {
  expect(textOf('client/styles/tokens.css')).toContain(`--${name}: ${value};`)
})

it('no other file contains a colour of the brand', () => {
  const spelling = ['build', 'client', 'server', 'shared']
    .flatMap((room) => sourcesBelow(room, /\.(css|js|svg|tsx?)$/))
    .filter((file) => Object.values(colours).some((value) => textOf(file).includes(value)))
  expect(spelling).toEqual(['client/styles/tokens.css', 'shared/company.ts'])
})
