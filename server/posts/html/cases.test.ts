import { describe, expect, it } from 'vitest'
import { feedHtml } from './feed-html.ts'
import { blocksOf, htmlCases, languageOf, sectionsOf } from '../../../test/support/html-cases.ts'
import { cms, sanitise } from '../../../test/support/sanitise.ts'

describe.each(htmlCases)('test/html/%s', (name) => {
  const sections = sectionsOf(name, cms).map((section) => [section.title, section] as const)

  it.each(sections)('%s', (_title, section) => {
    const html = sanitise(section.in, languageOf(name))
    expect(blocksOf(html)).toEqual(blocksOf(section.out))
    const fed = feedHtml(html, `https://www.site.example/blog/${name}`)
    if (section.feed !== null) expect(blocksOf(fed)).toEqual(blocksOf(section.feed))
  })
})

it.each(['all-cards', 'more-cards'])('test/html/%s has no styles, scripts, frames or addresses of Ghost', (name) => {
  const html = sectionsOf(name, cms)
    .map(({ out }) => out)
    .join('')
  expect(html).not.toMatch(
    /127\.0\.0\.1|2368|<[^>]+\s(?:style|on\w+)=|<(?:script|style|iframe|form|input|button|svg)\b/,
  )
})
