import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'

/** The words that begin on one line and end on another. */
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

test.each(['/', '/ai', '/en/ai', '/security/architecture', '/security/vulnerability', '/en/security/vulnerability'])(
  'on %s no word is cut in two, however wide the window is',
  async (path) => {
    await using site = await startSite()
    await using visitor = await openBrowser(site.url)
    const { page } = visitor
    await visitor.open(path)
    for (let width = 320; width <= 1280; width += 16) {
      await page.setViewportSize({ width, height: 900 })
      expect(await brokenWords(page), `${width} pixels wide`).toEqual([])
    }
  },
)
