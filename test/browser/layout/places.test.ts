import { expect, test } from 'vitest'
import fr from '../../../locales/fr/blog.json'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const posts = Array.from({ length: 12 }, (_, index) => fakePost(`article-${index}`, { tags: [tags.fr] }))
const { site } = await shareSiteWithGhost(posts)
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const place = () => page.evaluate(() => Math.round(window.scrollY))

test('going back moves the focus to the followed link, and the Tab key continues from there', async () => {
  await visitor.open('/blog')
  await page.getByRole('link', { name: 'Titre de article-9', exact: true }).focus()
  const left = await place()
  expect(left).toBeGreaterThan(500)
  await page.keyboard.press('Enter')
  await page.locator('main h1:focus').getByText('Titre de article-9').waitFor()

  await page.goBack()

  // The article's heading has the same words, and has the focus until then.
  await page.locator('main h1').getByText(fr.title).waitFor()
  await expect.poll(focused).toBe('Titre de article-9')
  await expect.poll(place).toBe(left)
  for (const next of ['Camille Lefèvre', 'Titre de article-10']) {
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(next)
  }
})

test('going back moves the focus to the heading if the main area’s link is outside the window', async () => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await visitor.open('/')
  expect(await page.locator('main a[href="/ai"]').evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(
    300,
  )
  await page.locator('header a[href="/ai"]').click()
  await page.locator('main h1:focus').waitFor()

  await page.goBack()

  await page.waitForURL(`${site.url}/`)
  await page.locator('main h1:focus').waitFor()
})

/**
 * Clicks from within the page, since Playwright's click would scroll the link into view. The router scrolls to the target once more,
 * as soon as the browser has time.
 */
async function follow(link: string) {
  await page
    .locator(link)
    .first()
    .evaluate((element: HTMLElement) => element.click())
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
}

test('links within a page scroll to their sections each time, and back restores the position', async () => {
  await visitor.open('/ai')
  await visitor.mark()
  const [third = '', first = ''] = [3, 1].map((number) => `main nav li:nth-child(${number}) a[href^="#"]`)
  const scrollBy = (top: number) => page.evaluate((top) => window.scrollBy({ top, behavior: 'instant' }), top)
  await scrollBy(300)
  const start = await place()
  await follow(third)
  const section = await place()
  await follow(first)
  expect(new Set([start, section, await place()]).size).toBe(3)

  for (const left of [section, start]) {
    await page.goBack()
    await expect.poll(place).toBe(left)
  }
  await page.goForward()
  await expect.poll(place).toBe(section)

  // By another section, and twice in a row.
  for (const links of [[first, third], [third]]) {
    await scrollBy(500)
    expect(await place()).not.toBe(section)
    for (const link of links) await follow(link)
    expect(await place()).toBe(section)
  }

  await scrollBy(100)
  const left = await place()
  await follow('footer nav a[href="/contact"]')
  await page.locator('main h1:focus').waitFor()
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect.poll(place).toBe(left)
  expect(await visitor.stayed()).toBe(true)
})
