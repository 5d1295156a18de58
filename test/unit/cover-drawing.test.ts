import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Cover } from '../../client/drawings/cover.tsx'
import { coverOf } from '../../shared/cover.ts'
import { anyText, holds } from '../support/properties.ts'

it('every cover is small decoration with one shape in lichen, and no style of its own', () => {
  holds(
    [
      anyText,
      fc.constantFrom(
        'intelligence-artificielle',
        'archivage',
        'architecture-de-securite',
        'gestion-des-vulnerabilites',
        'loi-25',
        null,
      ),
    ],
    (slug, topic) => {
      const html = renderToStaticMarkup(createElement(Cover, { cover: coverOf(slug, topic) }))
      expect(html).toContain('aria-hidden="true"')
      expect(html.match(/_lichen_/g)).toHaveLength(1)
      expect(html).not.toMatch(/ style=|NaN|undefined/)
      expect(brotliCompressSync(html).length).toBeLessThan(3 * 1024)
    },
  )
})
