import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { languages, localise } from '../../../shared/language.ts'
import { pathOf, services } from '../../../shared/site-map.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const { page, open } = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const scriptless = await shareBrowser(site.url, { javaScript: false })

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
  const cut = lines.filter(
    ({ box }) =>
      box.left < frame.left - 1 ||
      box.right > frame.right + 1 ||
      box.top < frame.top - 1 ||
      box.bottom > frame.bottom + 1,
  )
  const meeting = lines.flatMap(({ words, box }, index) =>
    lines
      .slice(index + 1)
      .filter(
        (neighbour) =>
          box.left < neighbour.box.right &&
          neighbour.box.left < box.right &&
          box.top < neighbour.box.bottom &&
          neighbour.box.top < box.bottom,
      )
      .map((neighbour) => `${words} meets ${neighbour.words}`),
  )
  return {
    shown: shown.map((picture) => (picture === pictures[0] ? 'wide' : 'tall')),
    smallest: Math.min(...sizes),
    cut: cut.map(({ words }) => words),
    meeting,
  }
}

test.each(rows)('words of the drawing on %s are large enough, whole and apart, at every width', async (path) => {
  await open(path)
  for (const { width, shown } of [
    { width: 320, shown: 'tall' },
    { width: 360, shown: 'tall' },
    { width: 600, shown: 'tall' },
    { width: 768, shown: 'wide' },
    { width: 1000, shown: 'wide' },
    { width: 1280, shown: 'wide' },
    { width: 1920, shown: 'wide' },
  ]) {
    await page.setViewportSize({ width, height: 900 })
    const { smallest, ...rest } = await page.locator(drawing).evaluate(seen)
    expect(rest, `${width} pixels wide`).toEqual({ shown: [shown], cut: [], meeting: [] })
    expect(smallest, `${width} pixels wide`).toBeGreaterThanOrEqual(width === 320 ? 11.9 : 12)
  }
})

test.each(rows)('the drawing on %s is small, without inline style, and described in words', async (path) => {
  await scriptless.open(path)
  const figure = scriptless.page.locator(drawing)

  const html = await figure.evaluate((element) => element.outerHTML)
  expect(brotliCompressSync(html).length).toBeLessThan(4096)
  expect(html).not.toMatch(/ style=/)

  const described = await figure.evaluate((element) => ({
    hidden: element.querySelector('svg')?.closest('[aria-hidden="true"]') !== null,
    title: element.querySelector('figcaption')?.textContent ?? '',
    captions: Array.from(element.querySelectorAll('ol > li'), (caption) => caption.textContent),
  }))
  expect(described.hidden).toBe(true)
  expect(described.title).not.toBe('')
  expect(described.captions.length).toBeGreaterThan(1)
})
