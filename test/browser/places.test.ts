import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

const placeOn = ({ page }: Visitor) => page.evaluate(() => Math.round(window.scrollY))

/** By its own click: Playwright's would scroll the link into view. */
const choose = ({ page }: Visitor, link: string) =>
  page
    .locator(link)
    .first()
    .evaluate((element: HTMLElement) => element.click())

test('back and forward between links within a page lead to the places that were left', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/ai')
  await visitor.mark()
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
  const places = [await placeOn(visitor)]
  for (const number of [3, 1]) {
    await choose(visitor, `main nav li:nth-child(${number}) a[href^="#"]`)
    places.push(await placeOn(visitor))
  }
  expect(new Set(places).size).toBe(3)

  for (const place of [places[1], places[0]]) {
    await page.goBack()
    await expect.poll(() => placeOn(visitor)).toBe(place)
  }
  await page.goForward()
  await expect.poll(() => placeOn(visitor)).toBe(places[1])
  expect(await visitor.stayed()).toBe(true)
})

test('back from another page leads to the place within the page that a link had led to', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/ai')
  await choose(visitor, 'main nav li:nth-child(3) a[href^="#"]')
  await page.evaluate(() => window.scrollBy({ top: 100, behavior: 'instant' }))
  const left = await placeOn(visitor)

  await choose(visitor, 'footer a[href="/contact"]')
  await page.locator('main h1:focus').waitFor()
  expect(await placeOn(visitor)).toBe(0)
  await page.goBack()

  await expect.poll(() => placeOn(visitor)).toBe(left)
  await page.goBack()
  await expect.poll(() => placeOn(visitor)).toBe(0)
})
