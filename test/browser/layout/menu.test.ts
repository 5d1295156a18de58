import { expect, test } from 'vitest'
import texts from '../../../locales/fr/common.json'
import { visit } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const { nav } = texts

const site = await shareSite()
const visitor = await shareBrowser(site.url)
const { page } = visitor
const scriptless = await shareBrowser(site.url, { width: 1024, javaScript: false })

const button = page.getByRole('button', { name: nav.cybersecurity })
/** The first link of the menu. */
const link = page.locator('header').getByRole('link', { name: nav.architecture })
const opened = page.locator('ul:popover-open')

test('a click opens the cybersecurity menu, and a second click or one elsewhere closes it', async () => {
  await visitor.open('/')
  expect(await link.isVisible()).toBe(false)

  await button.click()
  await link.waitFor()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')

  await button.click()
  await link.waitFor({ state: 'hidden' })
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')

  await button.click()
  await link.waitFor()
  await page.locator('h1').click()
  await link.waitFor({ state: 'hidden' })
})

test.each(['Enter', 'Space'])('%s opens the cybersecurity menu, and Escape returns the focus', async (key) => {
  await visitor.open('/')

  await button.focus()
  await page.keyboard.press(key)
  await link.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')

  await link.waitFor({ state: 'hidden' })
  await page.locator('button:focus').getByText(nav.cybersecurity).waitFor()
})

test('the tab key passes the closed cybersecurity menu, goes through the open one, and closes it', async () => {
  await visitor.open('/')
  const focused = page.locator(':focus')

  await button.focus()
  await page.keyboard.press('Tab')
  expect(await focused.innerText()).toBe(nav.blog)

  await button.focus()
  await page.keyboard.press('Enter')
  const reached: string[] = []
  for (const _ of [1, 2, 3]) {
    await page.keyboard.press('Tab')
    reached.push(await focused.innerText())
  }

  expect(reached).toEqual([nav.architecture, nav.vulnerability, nav.blog])
  await opened.waitFor({ state: 'hidden' })
})

test.each([{ javaScript: true }, { javaScript: false }])(
  'a link of the cybersecurity menu leads to its page, where the menu is closed (JavaScript: $javaScript)',
  async ({ javaScript }) => {
    const { page, open } = javaScript ? visitor : scriptless
    await open('/')
    const link = page.locator('header').getByRole('link', { name: nav.vulnerability })
    await page.getByRole('button', { name: nav.cybersecurity }).click()

    await link.click()

    await page.waitForURL(`${site.url}/security/vulnerability`)
    await link.waitFor({ state: 'hidden' })
  },
)

test.each([
  { javaScript: true, place: 'its own button' },
  { javaScript: false, place: 'the header, in the corner' },
])('the open cybersecurity menu is inside the window, below $place (JavaScript: $javaScript)', async (given) => {
  const { page, open } = given.javaScript ? visitor : scriptless
  await page.setViewportSize({ width: 1024, height: 800 })
  await open('/')
  const button = page.getByRole('button', { name: nav.cybersecurity })
  await button.click()
  const opened = page.locator('ul:popover-open')
  await opened.waitFor()
  const above = await (given.javaScript ? button : page.locator('header').first()).boundingBox()
  if (above === null) throw new Error('nothing is above the menu')

  // React's style, which the pointer has asked for, puts the list under the button.
  if (given.javaScript) await expect.poll(async () => (await opened.boundingBox())?.x).toBeCloseTo(above.x, 0)
  const { x, y, width } = (await opened.boundingBox()) ?? { x: 0, y: 0, width: Infinity }
  expect(y).toBeGreaterThanOrEqual(above.y + above.height)
  expect(x + width).toBeLessThanOrEqual(1024)
})

test('hovering opens the cybersecurity menu, and leaving closes it', async () => {
  await visitor.open('/')
  const link = page.locator('header').getByRole('link', { name: nav.vulnerability })

  await button.hover()
  await link.waitFor()
  const [from, to] = [await button.boundingBox(), await link.boundingBox()]
  if (from === null || to === null) throw new Error('the menu is not there')
  // Pixel by pixel across the gap between the button and its list.
  const [x, start, end] = [from.x + 10, from.y + from.height / 2, to.y + 5]
  await page.mouse.move(x, start)
  await page.mouse.move(x, end, { steps: Math.ceil(end - start) })
  expect(await link.isVisible()).toBe(true)

  await page.mouse.move(300, 600)
  await link.waitFor({ state: 'hidden' })
})

test('a list opened by hovering stays open while it has the focus', async () => {
  await visitor.open('/')
  await button.focus()
  await button.hover()
  await opened.waitFor()
  await page.keyboard.press('Tab')

  await page.mouse.move(300, 600)

  expect(await page.locator('ul:popover-open :focus').innerText()).toBe(nav.architecture)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe(nav.blog)
  await opened.waitFor({ state: 'hidden' })
})

test('a list opened by hovering stays open after a click, even if the mouse leaves', async () => {
  await visitor.open('/')
  await button.hover()
  await opened.waitFor()
  const toggled = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('toggle', resolve, { capture: true, once: true })),
  )

  await button.click()
  await page.mouse.move(300, 600)
  expect(await opened.count()).toBe(1)

  await button.click()
  await toggled
  expect(await opened.count()).toBe(0)
})

test.each(['Enter', 'Escape'])('%s closes a list opened by hovering; a click opens it again', async (key) => {
  await visitor.open('/')
  await button.focus()
  await button.hover()
  await opened.waitFor()

  await page.keyboard.press(key)
  await opened.waitFor({ state: 'hidden' })
  await button.click()

  await opened.waitFor()
})

test('hovering opens nothing if a browser cannot position the list below its button', async () => {
  const { page, visitor } = await visit(site.url)
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await visitor.open('/')
  const button = page.getByRole('button', { name: nav.cybersecurity })

  await button.hover()
  expect(await page.locator('ul:popover-open').count()).toBe(0)

  await button.click()
  await page.locator('ul:popover-open').waitFor()
})
