import { brotliCompressSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Cover } from '../../client/drawings/cover.tsx'
import { coverOf } from '../../shared/cover.ts'

const topics = [
  'intelligence-artificielle',
  'archivage',
  'architecture-de-securite',
  'gestion-des-vulnerabilites',
  'loi-25',
  null,
]

it.each(topics)('every cover on %s is small decoration with one shape in lichen, and no style of its own', (topic) => {
  for (let index = 0; index < 60; index += 1) {
    const html = renderToStaticMarkup(createElement(Cover, { cover: coverOf(`un-article-${index}`, topic) }))
    expect(html).toContain('aria-hidden="true"')
    expect(html.match(/_lichen_/g)).toHaveLength(1)
    expect(html).not.toMatch(/ style=|NaN|undefined/)
    expect(brotliCompressSync(html).length).toBeLessThan(3 * 1024)
  }
})
