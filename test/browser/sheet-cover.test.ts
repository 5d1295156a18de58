import { afterAll, expect, test } from 'vitest'
import texts from '../../locales/fr/common.json'
import { shareBrowser } from '../support/share-browser.ts'
import { startSite } from '../support/start-site.ts'

const { nav } = texts
const phone = { width: 360, height: 640 }
const opener = 'header button[popovertarget="menu"]'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const visitor = await shareBrowser(site.url, phone)
const { page } = visitor
const scriptless = await shareBrowser(site.url, { ...phone, javaScript: false })

test.each([{ javaScript: true }, { javaScript: false }])(
  'on a phone nothing of the page can be reached behind the open menu, and all of it after (JavaScript: $javaScript)',
  async ({ javaScript }) => {
    const { page, open } = javaScript ? visitor : scriptless
    await open('/')
    const places = page.locator('main, footer').getByRole('link').or(page.locator('main').getByRole('heading'))
    const before = await places.count()
    expect(before).toBeGreaterThan(10)

    await page.locator(opener).click()
    await page.locator('nav:popover-open').waitFor()
    expect(await places.count()).toBe(0)
    expect(await page.locator('header').getByRole('link', { name: nav.contact }).isVisible()).toBe(true)

    await page.keyboard.press('Escape')
    await page.locator('nav:popover-open').waitFor({ state: 'hidden' })
    expect(await places.count()).toBe(before)
    await page.locator(`${opener}:focus`).waitFor()
  },
)

test('paper shows the page that the open menu covers', async () => {
  await visitor.open('/')
  await page.locator(opener).click()
  await page.locator('nav:popover-open').waitFor()

  await page.emulateMedia({ media: 'print' })

  expect(await page.locator('main h1').isVisible()).toBe(true)
})

test('a wide window shows the page beside a menu that a narrow one has opened', async () => {
  const { page, open } = scriptless
  await open('/')
  await page.locator(opener).click()
  await page.locator('nav:popover-open').waitFor()

  await page.setViewportSize({ width: 1280, height: 800 })

  expect(await page.locator('nav:popover-open').count()).toBe(1)
  expect(await page.locator('main h1').isVisible()).toBe(true)
})

test('on a phone back closes the menu, and the focus goes to the page that it leads to', async () => {
  await visitor.open('/about')
  await page.locator('footer a[href="/contact"]').click()
  await page.locator('main h1:focus').waitFor()
  await page.locator(opener).click()
  await page.locator('nav:popover-open').waitFor()

  await page.goBack()

  await page.waitForURL('**/about')
  await page.locator('main h1:focus').waitFor()
  expect(await page.locator('nav:popover-open').count()).toBe(0)
})
