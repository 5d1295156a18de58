import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { pathOf, services } from '../../../shared/site-map.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const { page, open } = await shareBrowser(site.url, { reducedMotion: 'reduce', javaScript: false })

const rows = services.flatMap((service) => languages.map((language) => localise(pathOf(service), language)))

/** A page's drawing: its figure with two variants, the wide one first. */
const drawing = 'main figure:has(svg + svg)'

/** The drawing that visitors see: its variant, the size of its smallest letters, and words that are cut or overlap. */
function seen(figure: SVGElement | HTMLElement) {
  const pictures = Array.from(figure.querySelectorAll('svg'))
  const shown = pictures.filter((picture) => picture.getBoundingClientRect().width > 0)
  const frame = shown[0]?.getBoundingClientRect() ?? new DOMRect()
  const texts = Array.from(shown[0]?.querySelectorAll('text') ?? [])
  const lines = texts.map((text) => ({ words: text.textContent, box: text.getBoundingClientRect() }))
  const sizes = texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0))
  const isWithin = (a: DOMRect) =>
    a.left >= frame.left - 1 && a.right <= frame.right + 1 && a.top >= frame.top - 1 && a.bottom <= frame.bottom + 1
  const meets = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const meeting = lines.flatMap(({ words, box }, index) =>
    lines
      .slice(index + 1)
      .filter((other) => meets(box, other.box))
      .map((other) => `${words} meets ${other.words}`),
  )
  return {
    shown: shown.map((picture) => (picture === pictures[0] ? 'wide' : 'tall')),
    smallest: Math.min(...sizes),
    cut: lines.filter(({ box }) => !isWithin(box)).map(({ words }) => words),
    meeting,
  }
}

test.each(rows)('the drawing on %s is small, legible at every width, and has a text alternative', async (path) => {
  await open(path)
  const figure = page.locator(drawing)
  for (const width of [320, 360, 600, 768, 1000, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const { smallest, ...rest } = await figure.evaluate(seen)
    const shown = [width < 768 ? 'tall' : 'wide']
    expect(rest, `${width} pixels wide`).toEqual({ shown, cut: [], meeting: [] })
    expect(smallest, `${width} pixels wide`).toBeGreaterThanOrEqual(width === 320 ? 11.9 : 12)
  }

  const html = await figure.evaluate((element) => element.outerHTML)
  expect(brotliCompressSync(html).length).toBeLessThan(4096)
  expect(html).not.toMatch(/ style=/)
  expect(
    await figure.locator('svg').evaluateAll((all) => all.every((svg) => svg.closest('[aria-hidden="true"]'))),
  ).toBe(true)
  expect(await figure.locator('figcaption').innerText()).not.toBe('')
  expect(await figure.locator('ol > li').count()).toBeGreaterThan(1)
})
