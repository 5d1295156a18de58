import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { localise } from '../../../shared/language.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { staticPaths } from '../support/addresses.ts'

const site = await shareSite()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const reader = await shareBrowser(site.url, { reducedMotion: 'reduce' })

/** Replaces each text by another text in elements of its own, as translating browsers do. */
function translate(page: Page) {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      const parent = text.parentElement
      if (parent === null || parent.matches('script, style, option, textarea, svg *')) continue
      const font = document.createElement('font')
      font.append(document.createTextNode(text.textContent ?? ''))
      text.parentNode?.replaceChild(font, text)
    }
  })
}

/** The visible words, without those that live regions only announce. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('[aria-live]')) element.remove()
    return document.body.innerText
  })

/** A page with cards and latest posts, one with an index, one with a form. */
const chosen = ['/', '/archiving', '/contact']
const rest = staticPaths.filter((path) => path !== '/terms' && !chosen.includes(path))

test.each(rowsOf(chosen, rest))(
  'a toggle leaves no word of the former language on %s, even if the browser has translated it',
  async (path) => {
    await visitor.open(path)
    await translate(visitor.page)

    await visitor.page.getByRole('button', { name: /^EN/ }).click()
    await visitor.page.locator('html[lang="en"]').waitFor()

    await reader.open(localise(path, 'en'))
    await expect.poll(() => wordsOf(visitor.page)).toBe(await wordsOf(reader.page))
  },
)
