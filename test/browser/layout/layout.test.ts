import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import { languages } from '../../../shared/language.ts'
import { addRules, visit } from '../../support/browser.ts'
import { isExhaustive, rowsOf } from '../../support/exhaustive.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { addressesIn, articlesFor } from '../support/addresses.ts'

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = articlesFor(ghost.url)
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

// The menu is the same on every page: test/http/pages/page-sections.test.ts.
test.each(languages)('in %s no page and no open menu is wider than a window of 320 pixels', async (language) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, document.body.scrollWidth])

  for (const { address } of addressesIn(language)) {
    await page.goto(address)
    visitor.takeMessages()
    expect(await widths(), address).toEqual([320, 320])
  }
  await page.locator('header button[popovertarget="menu"]').first().click()
  await page.locator('nav:popover-open').waitFor()
  expect(await widths()).toEqual([320, 320])
  expect(await page.locator('nav:popover-open').evaluate((menu) => menu.scrollWidth)).toBe(320)
})

const enlarged = [
  ...[360, 390, 768, 1024, 1280].map((width) => ({
    made: 'twice as large',
    rules: 'html { font-size: 200% }',
    width,
  })),
  // https://www.w3.org/TR/WCAG22/#text-spacing
  {
    made: 'as wide and open as WCAG 1.4.12 asks',
    rules: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    width: 320,
  },
]

/** An exhaustive run tests every page in every size. Other runs test each page in one size, in the other language two sizes later. */
const addressesFor = (size: number) =>
  languages.flatMap((language, index) =>
    addressesIn(language).filter((_, kind) => isExhaustive || (kind + 2 * index) % enlarged.length === size),
  )

test.each(enlarged.map((given, size) => ({ ...given, addresses: addressesFor(size) })))(
  'text that its reader has made $made fits a window $width pixels wide, and nothing cuts it off',
  async (given) => {
    const { rules, width, addresses } = given
    await page.setViewportSize({ width, height: 800 })
    expect(addresses.length).toBeGreaterThan(3)

    for (const { address } of addresses) {
      await page.goto(address)
      visitor.takeMessages()
      await addRules(page, rules)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(width)
      const cutOff = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(h1, h2, h3, p, dd, a)')]
          .filter((text) => {
            const { right, bottom, width } = text.getBoundingClientRect()
            const frame = text.parentElement?.closest('section, header, article, main')?.getBoundingClientRect()
            // Tables and lines of code scroll. Text for screen readers is cut off on purpose.
            const isCutOnPurpose = text.closest('.kg-scroll, pre, .visually-hidden') !== null
            return !isCutOnPurpose && width > 0 && (right > innerWidth + 1 || bottom > (frame?.bottom ?? Infinity) + 1)
          })
          .map((text) => text.textContent),
      )
      expect(cutOff, address).toEqual([])
      if (width !== 390) continue
      const header = await page.locator('header').first().boundingBox()
      expect(header?.height, address).toBeLessThanOrEqual(800 / 6)
      expect(await tornWords(page), address).toEqual([])
    }
  },
)

/** Words of up to 24 letters that break across lines without a hyphen. */
function tornWords(page: Page) {
  return page.evaluate(() => {
    const torn: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.parentElement?.closest('script, style, pre, code, .visually-hidden')) continue
      for (const { 0: word, index } of text.data.matchAll(/(?<![\p{L}\u00ad])\p{L}{2,24}(?![\p{L}\u00ad])/gu)) {
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top))
        if (lines.size > 1) torn.push(word)
      }
    }
    return torn
  })
}

test('no line of a French post begins with punctuation, and no word breaks without a hyphen, at nine widths', async () => {
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

test('the items of a list are counted as its author does', async () => {
  const kinds = {
    '': 'decimal',
    'type="a"': 'lower-alpha',
    'type="A"': 'upper-alpha',
    'type="i"': 'lower-roman',
    'type="I"': 'upper-roman',
  }
  const html = Object.keys(kinds)
    .map((type) => `<ol ${type}><li>a</li></ol>`)
    .join('')
  const { site } = await startSiteWithGhost([fakePost('listes', { html: `${html}<ul><li>a</li></ul>` })])
  const { page, visitor } = await visit(site.url)
  await visitor.open('/blog/listes')
  const items = page.locator('.prose li')
  const counters = await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).listStyleType))
  expect(counters).toEqual([...Object.values(kinds), 'disc'])
})

test('no line ends within the name of the company’s place, and none begins with what follows it', async () => {
  for (const path of ['/', '/about', '/terms']) {
    await page.goto(path)
    visitor.takeMessages()
    for (let width = 360; width < 1300; width += 47) {
      await page.setViewportSize({ width, height: 800 })
      const lines = await page.evaluate((place) => {
        const text = [...document.querySelectorAll('main p')].find(({ textContent }) => textContent.includes(place))
        if (!text) return []
        const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
        const tops: number[] = []
        let read = 0
        const start = text.textContent.indexOf(place)
        // The line of each letter of the name, and of the character after it.
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

test('in a high window the sea of the error screen extends to the footer', async () => {
  await page.setViewportSize({ width: 1024, height: 1400 })
  await page.goto('/nulle/part')
  visitor.takeMessages()
  const sea = page.locator('main svg path[class*="sea"]').first()
  const colour = await sea.evaluate((path) => getComputedStyle(path).fill)
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(colour)
})

test('in a medium window the page about the company has its headings beside their text', async () => {
  await page.setViewportSize({ width: 768, height: 900 })
  await visitor.open('/about')
  const gaps = await page.locator('main section:has(> hgroup)').evaluateAll((sections) =>
    sections.map((section) => {
      const text = section.querySelector(':scope > :is(p, dl, ul)')?.getBoundingClientRect()
      return (text?.left ?? 0) - (section.querySelector('hgroup')?.getBoundingClientRect().right ?? 0)
    }),
  )
  expect(gaps).toHaveLength(5)
  expect(Math.min(...gaps)).toBeGreaterThan(0)
})

const wordy = rowsOf([320, 1280], [360])

test.each(wordy)('an endless word fits a window %i pixels wide, wherever authors put it', async (width) => {
  const word = 'anticonstitutionnellement'.repeat(4)
  const endless = {
    title: `Un titre ${word}`,
    excerpt: `Un extrait ${word}`,
    html: `<h2 id="a">${word}</h2><p>${word}</p><h2 id="b">B</h2><ul><li>${word}</li></ul><h2 id="c">C</h2><blockquote>${word}</blockquote><h2 id="d">D</h2>`,
    authors: [{ name: word, slug: 'camille' }],
    tags: [tags.fr, { ...tags.strategie, name: word }],
  }
  const { site } = await startSiteWithGhost(['un', 'deux', 'trois'].map((slug) => fakePost(slug, endless)))
  const { page, visitor } = await visit(site.url, { width })
  for (const address of ['/blog', '/blog?q=titre', `/blog/tag/${tags.strategie.slug}`, '/blog/deux']) {
    await visitor.open(address)
    await page.getByText(word).first().waitFor()
    const contents = page.locator('main nav summary')
    if (await contents.isVisible()) await contents.click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(width)
  }
})
