import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isExhaustive } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const { page } = await shareBrowser(site.url)

/** Pixels from one width to the next. Each page begins with another width, so that all pages cover many. */
const step = isExhaustive ? 16 : 64

/** The words that break across two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest('.visually-hidden')) continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })
}

test.each(
  ['/', '/ai', '/en/ai', '/security/architecture', '/security/vulnerability', '/en/security/vulnerability'].map(
    (path, index) => ({ path, narrowest: 320 + ((index * 16) % step) }),
  ),
)('on $path no word is cut in two, however wide the window is', async ({ path, narrowest }) => {
  await page.goto(path)
  for (let width = narrowest; width <= 1280; width += step) {
    await page.setViewportSize({ width, height: 900 })
    expect(await brokenWords(page), `${width} pixels wide`).toEqual([])
  }
})
