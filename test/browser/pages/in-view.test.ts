import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import { addRules, visit } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

test.each([320, 1280])('the header stays in view when a page %s pixels wide is scrolled', async (width) => {
  await page.setViewportSize({ width, height: 800 })
  await visitor.open('/archiving')

  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))

  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  expect((await page.locator('header').first().boundingBox())?.y).toBe(0)
  const brand = page.locator('header').first().getByRole('link', { name: company.name })
  // The click fails if another element would receive it.
  await brand.click()
  await page.waitForURL(`${site.url}/`)
})

test.each([{ javaScript: true }, { javaScript: false }])(
  'the skip link is first, shows on focus, and moves the focus to the main area (JavaScript: $javaScript)',
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
])('the header never hides the focus when it moves back up $path', async ({ path, width }) => {
  await page.setViewportSize({ width, height: 600 })
  await visitor.open(path)
  await page.locator('footer a').last().focus()
  const reached: string[] = []

  // Back through the footer and the main area into the header. One evaluation reads the focus, since it may move.
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const place = await page.evaluate(() => {
      const element = document.activeElement
      const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
      const covered = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      return { in: element?.closest('header, main')?.localName, name: element?.textContent ?? '', top, bottom, covered }
    })
    if (place.in === 'header') break
    if (place.in !== 'main') continue
    expect(place.top, place.name).toBeGreaterThanOrEqual(place.covered)
    expect(place.bottom, place.name).toBeLessThanOrEqual(600)
    reached.push(place.name)
  }

  expect(reached.length).toBeGreaterThan(0)
  expect(await page.locator('header :focus').count()).toBe(1)
})

test('the tab key moves through the header without scrolling the page', async () => {
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

test('a link of the index, and a URL with its fragment, lead to a heading below the header', async () => {
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

test('an index of two lines does not cover a heading', async () => {
  await page.setViewportSize({ width: 1100, height: 800 })
  await visitor.open('/security/vulnerability#configuration')
  const bottom = (selector: string) => page.locator(selector).evaluate((node) => node.getBoundingClientRect().bottom)
  const top = () => page.locator('#configuration hgroup').evaluate((node) => node.getBoundingClientRect().top)
  expect(await bottom('main nav')).toBeGreaterThan(130)
  await expect.poll(async () => (await top()) - (await bottom('main nav'))).toBeGreaterThan(16)
})

test.each([
  { width: 360, height: 740, rules: 'html { font-size: 200% }' },
  { width: 1280, height: 800, rules: 'html { font-size: 200% }' },
  { width: 740, height: 360, rules: '' },
])('a header too large for a window of $width by $height pixels ($rules) scrolls with the page', async (given) => {
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

  // The returning focus scrolls it into view.
  await page.locator('header a').first().focus()
  await expect.poll(async () => (await header())?.y).toBeGreaterThanOrEqual(-1)
})

test('the index of a long page marks the current section, also after a jump', async () => {
  await visitor.open('/archiving')
  const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'))
  const marked = page.locator('main nav [aria-current="location"]').filter({ visible: true })
  expect(await marked.count()).toBe(0)

  for (const id of ['versioning', 'support', 'digitization']) {
    await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView({ block: 'start' }))
    await expect.poll(() => marked.evaluateAll(hrefs)).toEqual([`#${id}`])
  }
  // Farther than a window at once, so that no heading is ever near the line.
  for (const [top, expected] of [
    [1e6, ['#valorization']],
    [0, []],
  ] as const) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
    await expect.poll(() => marked.evaluateAll(hrefs)).toEqual(expected)
  }
})

test('a browser without IntersectionObserver shows the long page, but marks no section', async () => {
  const { page, visitor } = await visit(site.url)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'IntersectionObserver'))

  await visitor.open('/archiving')

  await page.locator('#versioning').waitFor()
  expect(await page.locator('main nav [aria-current="location"]').count()).toBe(0)
})
