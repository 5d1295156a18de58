import { expect, test } from 'vitest'
import { company } from '../../shared/company.ts'
import { languages } from '../../shared/language.ts'
import { addRules, openBrowser, visit } from '../support/browser.ts'
import { isExhaustive, rowsOf } from '../support/exhaustive.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { shareBrowser } from '../support/share-browser.ts'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { startSite } from '../support/start-site.ts'
import { addressesIn, articlesFor } from './addresses.ts'

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = articlesFor(ghost.url)
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

// The menu is the same on every page: test/http/page-sections.test.ts.
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
  ...[360, 768, 1024, 1280].map((width) => ({
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

/** An exhaustive run takes every page in every size; any other each page in one size, in the other language in the next but one. */
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
            // A table or a line of code scrolls by itself; what only screen readers read is meant to be cut off.
            const meant = text.closest('.kg-scroll, pre, .visually-hidden') !== null
            return !meant && width > 0 && (right > innerWidth + 1 || bottom > (frame?.bottom ?? Infinity) + 1)
          })
          .map((text) => text.textContent),
      )
      expect(cutOff, address).toEqual([])
    }
  },
)

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

test.each([320, 1280])('the header stays in view when a page %s pixels wide is scrolled', async (width) => {
  await page.setViewportSize({ width, height: 800 })
  await visitor.open('/archiving')

  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))

  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  expect((await page.locator('header').first().boundingBox())?.y).toBe(0)
  const brand = page.locator('header').first().getByRole('link', { name: 'Nordet' })
  // A click that something else would catch fails.
  await brand.click()
  await page.waitForURL(`${site.url}/`)
})

test.each([{ javaScript: true }, { javaScript: false }])(
  'the skip link comes first, shows when it has the focus, and takes it to the main area (JavaScript: $javaScript)',
  async ({ javaScript }) => {
    const { page, visitor } = await visit(site.url, { javaScript })
    await visitor.open('/ai')

    await page.keyboard.press('Tab')
    const skip = page.locator('a:focus')
    expect(await skip.getAttribute('href')).toBe('#main')
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')

    await page.locator('main:focus').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.locator('main :focus').count()).toBe(1)
  },
)

test.each([
  { path: '/archiving', width: 1280 },
  { path: '/terms', width: 360 },
  { path: '/', width: 360 },
])('the focus is never hidden under the header on the way back up $path', async ({ path, width }) => {
  await page.setViewportSize({ width, height: 600 })
  await visitor.open(path)
  await page.locator('footer a').last().focus()
  const focused = page.locator('main :focus')
  const reached: string[] = []

  // Up through the footer and the whole main area, into the header.
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press('Shift+Tab')
    if ((await page.locator('header :focus').count()) > 0) break
    if ((await focused.count()) === 0) continue
    const place = await focused.evaluate((element) => ({
      name: element.textContent ?? '',
      top: element.getBoundingClientRect().top,
      bottom: element.getBoundingClientRect().bottom,
      covered: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
    }))
    expect(place.top, place.name).toBeGreaterThanOrEqual(place.covered)
    expect(place.bottom, place.name).toBeLessThanOrEqual(600)
    reached.push(place.name)
  }

  expect(reached.length).toBeGreaterThan(0)
  expect(await page.locator('header :focus').count()).toBe(1)
})

test('the tab key moves through the header without moving the page under it', async () => {
  await visitor.open('/archiving')
  await page.locator('main .button').last().focus()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(1000)

  await page
    .locator('header a')
    .first()
    .evaluate((link) => (link as HTMLElement).focus({ preventScroll: true }))
  await page.keyboard.press('Tab')
  await page.locator('header :focus').waitFor()
  await page.keyboard.press('Tab')
  await page.locator('header :focus').waitFor()

  expect(await page.evaluate(() => window.scrollY)).toBe(place)
})

test('a link of the index, and an address with its fragment, lead to a heading that the header does not cover', async () => {
  await visitor.open('/archiving')
  const link = page.locator('main nav a[href^="#"]').filter({ visible: true }).nth(3)
  const fragment = (await link.getAttribute('href')) ?? ''
  const covered = () =>
    page.locator(`${fragment} h2`).evaluate((heading) => {
      const { top } = heading.getBoundingClientRect()
      return top < (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) || top > window.innerHeight
    })

  await link.click()
  await page.waitForURL(`**/archiving${fragment}`)
  await expect.poll(covered).toBe(false)

  await page.goto('about:blank')
  await visitor.open(`/archiving${fragment}`)
  await expect.poll(covered).toBe(false)
})

test('a heading stays clear of an index of two lines', async () => {
  await page.setViewportSize({ width: 1100, height: 800 })
  await visitor.open('/security/vulnerability#configuration')
  const bottom = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom)
  const top = () => page.locator('#configuration hgroup').evaluate((one) => one.getBoundingClientRect().top)
  expect(await bottom('main nav')).toBeGreaterThan(130)
  await expect.poll(async () => (await top()) - (await bottom('main nav'))).toBeGreaterThan(16)
})

test('in a high window the sea of the error screen goes on down to the footer', async () => {
  await page.setViewportSize({ width: 1024, height: 1400 })
  await page.goto('/nulle/part')
  visitor.takeMessages()
  const sea = page.locator('main svg path[class*="sea"]').first()
  const colour = await sea.evaluate((path) => getComputedStyle(path).fill)
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(colour)
})

test('between a phone and a wide window the page about the company has its headings beside their text', async () => {
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

test.each([
  { width: 360, height: 740, rules: 'html { font-size: 200% }' },
  { width: 1280, height: 800, rules: 'html { font-size: 200% }' },
  { width: 740, height: 360, rules: '' },
])(
  'a header that would take much of a window of $width by $height pixels ($rules) goes with the page',
  async (given) => {
    const { width, height, rules } = given
    await page.setViewportSize({ width, height })
    await visitor.open('/ai')
    await addRules(page, rules)
    const header = () => page.locator('header').first().boundingBox()
    const bottom = async () => ((await header())?.y ?? 0) + ((await header())?.height ?? 0)
    expect((await header())?.y).toBe(0)

    const folded = page.locator('main nav summary')
    if (await folded.isVisible()) await folded.click()
    const link = page.locator('main nav a[href^="#"]').filter({ visible: true }).nth(1)
    const fragment = (await link.getAttribute('href')) ?? ''
    await link.click()

    await page.waitForURL(`**/ai${fragment}`)
    await expect.poll(bottom).toBeLessThan(0)
    const heading = await page.locator(`${fragment} h2`).boundingBox()
    expect(heading?.y).toBeGreaterThanOrEqual(0)
    expect(heading?.y).toBeLessThan(height / 2)

    // The focus that comes back to it brings it into view.
    await page.locator('header a').first().focus()
    await expect.poll(async () => (await header())?.y).toBeGreaterThanOrEqual(-1)
  },
)

test('the index of a long page marks the section that is being read', async () => {
  await visitor.open('/archiving')
  const marked = page.locator('main nav [aria-current="location"]').filter({ visible: true })
  expect(await marked.count()).toBe(0)

  for (const id of ['versioning', 'support', 'digitization']) {
    await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ block: 'start' }))
    await expect
      .poll(() => marked.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual([`#${id}`])
  }
})

test('a browser that cannot tell which section is read shows the long page without the mark', async () => {
  const { page, visitor } = await visit(site.url)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'IntersectionObserver'))

  await visitor.open('/archiving')

  await page.locator('#versioning').waitFor()
  expect(await page.locator('main nav [aria-current="location"]').count()).toBe(0)
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
  await using ownGhost = await startFakeGhost(['un', 'deux', 'trois'].map((slug) => fakePost(slug, endless)))
  await using ownSite = await startSite(ownGhost.env)
  await using visitor = await openBrowser(ownSite.url, { width })
  for (const address of ['/blog', '/blog?q=titre', `/blog/tag/${tags.strategie.slug}`, '/blog/deux']) {
    await visitor.open(address)
    await visitor.page.getByText(word).first().waitFor()
    const contents = visitor.page.locator('main nav summary')
    if (await contents.isVisible()) await contents.click()
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth), address).toBe(width)
  }
})
