import { afterAll, expect, test } from 'vitest'
import { shareBrowser } from '../support/share-browser.ts'
import { startSite } from '../support/start-site.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const visitor = await shareBrowser(site.url)
const { page } = visitor

const place = () => page.evaluate(() => Math.round(window.scrollY))

/** By its own click: Playwright's would scroll the link into view. */
const choose = (link: string) =>
  page
    .locator(link)
    .first()
    .evaluate((element: HTMLElement) => element.click())

test('back and forward between links within a page lead to the places that were left', async () => {
  await visitor.open('/ai')
  await visitor.mark()
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
  const places = [await place()]
  for (const number of [3, 1]) {
    await choose(`main nav li:nth-child(${number}) a[href^="#"]`)
    places.push(await place())
  }
  expect(new Set(places).size).toBe(3)

  for (const left of [places[1], places[0]]) {
    await page.goBack()
    await expect.poll(place).toBe(left)
  }
  await page.goForward()
  await expect.poll(place).toBe(places[1])
  expect(await visitor.stayed()).toBe(true)
})

test('back from another page leads to the place within the page that a link had led to', async () => {
  await visitor.open('/ai')
  await choose('main nav li:nth-child(3) a[href^="#"]')
  await page.evaluate(() => window.scrollBy({ top: 100, behavior: 'instant' }))
  const left = await place()

  await choose('footer a[href="/contact"]')
  await page.locator('main h1:focus').waitFor()
  expect(await place()).toBe(0)
  await page.goBack()

  await expect.poll(place).toBe(left)
  await page.goBack()
  await expect.poll(place).toBe(0)
})
