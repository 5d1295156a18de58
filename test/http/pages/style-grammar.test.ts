import { readdirSync, readFileSync } from 'node:fs'
import { validate } from 'csstree-validator'
import { expect, it } from 'vitest'

/** Each page's own part of the style, as served in the page. */
const parts = Object.entries<string>(JSON.parse(readFileSync('dist/client/.vite/page-styles.json', 'utf8')))

const sheets = readdirSync('dist/client/assets')
  .filter((file) => file.endsWith('.css'))
  .map((file): [string, string] => [file, readFileSync(`dist/client/assets/${file}`, 'utf8')])

const isOfAllPages = ([file]: [string, string]): boolean => file.startsWith('style-')

it.each([...parts, ...sheets])('the style of %s is valid CSS', (_name, css) => {
  expect(css).toContain('{')
  expect(validate(css)).toEqual([])
})

it('CSS unknown to the Nu HTML checker is loaded by script, and not in any page', () => {
  const unknown = /@container|container-type|\dcq[a-z]|anchor\(|position-area/
  const [later, inPages] = [sheets.filter(isOfAllPages), sheets.filter((sheet) => !isOfAllPages(sheet))]
  expect(inPages).not.toEqual([])
  expect([...parts, ...inPages].filter(([, css]) => unknown.test(css)).map(([name]) => name)).toEqual([])
  expect(later[0]?.[1]).toContain('position-area')
})
