import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addRules } from '../../support/browser.ts'
import { isExhaustive } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const { page, takeMessages } = await shareBrowser(site.url)

/** Pixels from one width to the next. Each row begins with another width, so that all rows cover many. */
const step = isExhaustive ? 16 : 64

/** The pixels that are cut off at each near rock's top, and the words that are on a rock. */
function look(page: Page) {
  return page.evaluate(() => {
    const scene = document.querySelector<SVGSVGElement>('main svg[viewBox$=" 560"]')
    const matrix = scene?.getScreenCTM() ?? new DOMMatrix()
    // All shapes of a near rock are clipped to its outline.
    const rocks = Array.from(scene?.querySelectorAll<SVGPathElement>('clipPath > path') ?? []).map((outline) => {
      const { x, y, width, height } = outline.getBBox()
      const [start, end] = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)]
      const { x: left, y: top } = start.matrixTransform(matrix)
      const { x: right, y: bottom } = end.matrixTransform(matrix)
      return { left, top, right, bottom }
    })
    const top = Math.max(
      scene?.getBoundingClientRect().top ?? Number.NaN,
      document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN,
    )
    const cut = rocks.filter((rock) => rock.top < top).map((rock) => top - rock.top)
    const words: string[] = []
    const around = scene?.parentElement ?? document.body
    const texts = document.createTreeWalker(around, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(text)
      const button = text.parentElement?.closest('.button')
      for (const line of button ? [button.getBoundingClientRect()] : range.getClientRects()) {
        const isOn = rocks.some(
          (rock) =>
            rock.left < line.right && rock.right > line.left && rock.top < line.bottom && rock.bottom > line.top,
        )
        if (isOn) words.push(text.textContent ?? '')
      }
    }
    return { rocks: rocks.length, cut, words }
  })
}

test.each(
  [
    { path: '/', rules: '' },
    { path: '/en', rules: '' },
    { path: '/nope', rules: '' },
    { path: '/en/nope', rules: '' },
    { path: '/', rules: 'html { font-size: 200% }' },
    { path: '/en/nope', rules: 'html { font-size: 200% }' },
  ].map((row, index) => ({ ...row, narrowest: 320 + ((index * 16) % step) })),
)('on $path ($rules) the rocks are whole and no word is on a rock, at every width', async (given) => {
  const { path, rules, narrowest } = given
  await page.goto(path)
  takeMessages()
  await addRules(page, rules)

  for (let width = narrowest; width <= 2560; width += width < 1280 ? step : 8 * step) {
    await page.setViewportSize({ width, height: 900 })
    const seen = await look(page)
    expect(seen, `${width} pixels wide`).toEqual({ rocks: 2, cut: [], words: [] })
  }
})
