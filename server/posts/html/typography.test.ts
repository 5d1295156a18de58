import { expect, it } from 'vitest'
import { typeset } from './typography.ts'
import { sectionsOf } from '../../../test/support/html-cases.ts'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

it('a title has the typography of a paragraph without markup', () => {
  const linesOf = (part: 'in' | 'out') =>
    sectionsOf('typography', cms).flatMap((section) =>
      [...section[part].matchAll(/^<p>([^<]*)<\/p>$/gm)].map(([, text = '']) => text),
    )
  expect(linesOf('in')).toHaveLength(11)
  expect(linesOf('in').map((text) => typeset(text, 'fr'))).toEqual(linesOf('out'))
  expect(typeset('What ? The\u00a0end', 'en')).toBe('What ? The\u00a0end')
})

it('changes only spaces, and nothing the second time', () => {
  const html = '<p>A « b <b>c</b> » : <code>d ?</code> 25 000 $ ! e\u00a0f</p>'
  const once = sanitise(html, 'fr')
  expect(once.replace(/\s/g, ' ')).toBe(html.replace(/\s/g, ' '))
  expect(sanitise(once, 'fr')).toBe(once)
})
