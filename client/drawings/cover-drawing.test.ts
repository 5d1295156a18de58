import { brotliCompressSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { colours } from '../../shared/company.ts'
import CoverDrawing from './cover-drawing.tsx'

const topics = [
  'intelligence-artificielle',
  'archivage',
  'architecture-de-securite',
  'gestion-des-vulnerabilites',
  'loi-25',
  null,
]

it.each(topics)('every cover on %s is a small decoration with one shape in lichen, without inline style', (topic) => {
  const tags = topic === null ? [] : [{ id: topic, slug: topic, name: topic }]
  for (let index = 0; index < 60; index += 1) {
    const post = { slug: `un-article-${index}`, tags, primary_tag: null }
    const html = renderToStaticMarkup(createElement(CoverDrawing, { post }))
    expect(html).toContain('aria-hidden="true"')
    expect(html.split(colours.lichen)).toHaveLength(2)
    expect(html).not.toMatch(/ style=|NaN|undefined/)
    expect(brotliCompressSync(html).length).toBeLessThan(3 * 1024)
  }
})
