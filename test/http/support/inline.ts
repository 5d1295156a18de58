import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { elements, startTags } from './html.ts'

/** The page's part of the style sheet, whose hash the policy allows; nothing else is styled inline. */
const ownStyle = { name: 'style', attributes: {} }
/** The one script in a page, the same in all of them, whose hash the policy allows. */
const bootstrapScript = readdirSync('dist/client/assets')
  .filter((file) => /^entry-bootstrap-[\w-]+\.js$/.test(file))
  .map((file) => readFileSync(`dist/client/assets/${file}`, 'utf8').trim())

/** A document has no inline script except the bootstrap script, and no inline style except its own. */
export function expectNothingInline(text: string): void {
  expect(text).toContain('<h1')
  for (const { attributes, inner } of elements(text, 'script')) {
    expect(attributes).not.toHaveProperty('src')
    expect(['module', 'application/json', 'application/ld+json']).toContain(attributes.type)
    if (attributes.type === 'module') expect([inner]).toEqual(bootstrapScript)
    else expect(() => JSON.parse(inner)).not.toThrow()
  }
  const tags = startTags(text)
  expect(tags.filter(({ name }) => ['iframe', 'base', 'object', 'embed'].includes(name))).toEqual([])
  expect(tags.filter(({ name }) => name === 'style')).toEqual([ownStyle])
  const names = tags.flatMap(({ attributes }) => Object.keys(attributes))
  expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
  const addresses = tags.flatMap(({ attributes: { href, src, action } }) => [href, src, action])
  // The site's mark, which would be fetched before anything is painted.
  expect(addresses.filter((found) => /^(javascript|data|vbscript):/i.test(found ?? ''))).toEqual([
    expect.stringMatching(/^data:image\/svg\+xml,%3Csvg%20[\w%=:./#-]+/),
  ])
}
