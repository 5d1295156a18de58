import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import { visit } from '../../support/browser.ts'
import { isExhaustive } from '../../support/exhaustive.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { tornWords } from '../support/torn-words.ts'

const site = await shareSite()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

/** Pixels from one width to the next. Each page begins with another width, so that all pages cover many. */
const step = isExhaustive ? 16 : 64

test.each(
  ['/', '/ai', '/en/ai', '/security/architecture', '/security/vulnerability', '/en/security/vulnerability'].map(
    (path, index) => ({ path, narrowest: 320 + ((index * 16) % step) }),
  ),
)('on $path no word is split, at any width of the window', async ({ path, narrowest }) => {
  await page.goto(path)
  for (let width = narrowest; width <= 1280; width += step) {
    await page.setViewportSize({ width, height: 900 })
    expect(await tornWords(page, 100), `${width} pixels wide`).toEqual([])
  }
})

test('no line of a French post begins with punctuation, and no word is split, at nine widths', async () => {
  const sentence = 'Vraiment ? Voici : un « mot » de 25 % à 25 000 $ ; puis un <b>autre</b> : oui ! '
  const html = `<p>${sentence.repeat(20)}</p><p>${'le tribunal administratif communique '.repeat(9).trim().replaceAll(' ', '&nbsp;')}</p>`
  const { site } = await startSiteWithGhost([fakePost('signes', { html, title: 'Un titre : pourquoi ?' })])
  const { page, visitor } = await visit(site.url)
  await visitor.open('/blog/signes')
  for (const width of [320, 360, 390, 430, 540, 768, 960, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const first = await page.evaluate(() => {
      const starts: string[] = []
      const range = document.createRange()
      for (const block of document.querySelectorAll('main :is(h1, .prose p)')) {
        const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
        let bottom = 0
        while (texts.nextNode()) {
          const text = texts.currentNode as Text
          for (const { 0: sign, index } of text.data.matchAll(/\S/g)) {
            range.setStart(text, index)
            range.setEnd(text, index + 1)
            const box = range.getBoundingClientRect()
            if (box.top > bottom - 3) starts.push(sign)
            bottom = box.bottom
          }
        }
      }
      return starts
    })
    expect(first.length).toBeGreaterThan(5)
    expect(first.join(''), `${width} pixels`).not.toMatch(/[?!:;»%$]/)
    expect(await tornWords(page), `${width} pixels`).toEqual([])
  }
})

test('no line break divides the name of the company’s place, or separates punctuation from it', async () => {
  for (const path of ['/', '/about', '/terms']) {
    await page.goto(path)
    for (let width = 360; width < 1300; width += 47) {
      await page.setViewportSize({ width, height: 800 })
      const lines = await page.evaluate((place) => {
        const text = [...document.querySelectorAll('main p')].find(({ textContent }) => textContent.includes(place))
        if (!text) return []
        const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
        const tops: number[] = []
        let read = 0
        const start = text.textContent.indexOf(place)
        // The line of each letter of the name, and of the sign after it.
        while (nodes.nextNode()) {
          const node = nodes.currentNode as Text
          for (let at = 0; at < node.length; at++, read++) {
            if (read < start || read > start + place.length) continue
            const letter = document.createRange()
            letter.setStart(node, at)
            letter.setEnd(node, at + 1)
            tops.push(Math.round(letter.getBoundingClientRect().bottom))
          }
        }
        return [...new Set(tops)]
      }, company.place)
      expect(lines, `${path} at ${width} pixels`).toHaveLength(1)
    }
  }
})
