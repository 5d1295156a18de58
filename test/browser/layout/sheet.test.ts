import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import texts from '../../../locales/fr/common.json'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const { nav } = texts
const phone = { width: 360, height: 640 }
const opener = 'header button[popovertarget="menu"]'

const site = await shareSite()
const visitor = await shareBrowser(site.url, phone)
const { page } = visitor
const scriptless = await shareBrowser(site.url, { ...phone, javaScript: false })

const button = page.getByRole('button', { name: nav.openMenu })
const link = page.locator('header').getByRole('link', { name: nav.contact })
const opened = page.locator('nav:popover-open')

test('on a phone a button opens and closes the menu, which is closed at first and not printed', async () => {
  await visitor.open('/')
  expect(await link.isVisible()).toBe(false)

  await button.click()
  await link.waitFor()
  await expect.poll(() => page.locator(opener).first().getAttribute('aria-expanded')).toBe('true')
  expect(await page.locator('header').getByRole('link', { name: nav.vulnerability }).isVisible()).toBe(true)

  await page.getByRole('button', { name: nav.closeMenu }).click()
  await link.waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator(opener).first().getAttribute('aria-expanded')).toBe('false')

  await button.click()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('main h1').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })

  // The whole menu can be reached in a low window.
  await page.setViewportSize({ width: 360, height: 320 })
  const last = page.locator('header').getByRole('link', { name: nav.network })
  await last.scrollIntoViewIfNeeded()
  const box = await last.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(320)
})

test('on a phone Escape and a link to the current page close the menu', async () => {
  await visitor.open('/contact')
  await button.focus()
  await page.keyboard.press('Enter')
  await link.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await page.locator(`${opener}:focus`).waitFor()

  await button.click()
  await link.click()
  await link.waitFor({ state: 'hidden' })
})

test.each([
  { key: 'Tab', first: nav.ai },
  { key: 'Shift+Tab', first: null },
])('on a phone $key goes through the open menu and the header, and closes the menu leaving them', async (given) => {
  const { key, first } = given
  await visitor.open('/')
  await button.focus()
  await page.keyboard.press('Enter')
  await opened.waitFor()

  const reached: string[] = []
  for (;;) {
    await page.keyboard.press(key)
    if ((await page.locator('header :focus').count()) === 0) break
    expect(await opened.count()).toBe(1)
    reached.push(await page.locator(':focus').innerText())
  }

  if (first !== null) expect(reached[0]).toBe(first)
  // After the header's last element, the focus goes to the browser's controls, then to the page's first element.
  if (key === 'Tab') await page.keyboard.press(key)
  expect(await page.locator(':focus').innerText()).toBe(texts.skip)
  await expect.poll(() => opened.count()).toBe(0)
})

test.each([{ javaScript: true }, { javaScript: false }])(
  'a tablet rotated while the menu is open shows the wide header (JavaScript: $javaScript)',
  async ({ javaScript }) => {
    const { page, open } = javaScript ? visitor : scriptless
    await page.setViewportSize({ width: 1180, height: 800 })
    await open('/')
    // Fonts that were late are loaded now, so the header does not change.
    await open('/')
    const places = () => page.locator('header').first().getByRole('link').or(page.locator('header button')).all()
    const boxes = async () => Promise.all((await places()).map((place) => place.boundingBox()))
    const usual = await boxes()
    await page.setViewportSize({ width: 800, height: 1100 })
    await page.locator(opener).click()
    await page.locator('nav:popover-open').waitFor()

    await page.setViewportSize({ width: 1180, height: 800 })

    await expect.poll(boxes).toEqual(usual)
    expect(await page.locator('nav:popover-open').count()).toBe(javaScript ? 0 : 1)
    expect(await page.locator('main h1').isVisible()).toBe(true)
  },
)

test('on a phone the page scrolls only while the menu is closed', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.open('/archiving')
  await button.click()

  await link.hover()
  await page.mouse.wheel(0, 2000)
  await page.locator('header').getByRole('link', { name: company.name }).hover()
  await page.mouse.wheel(0, 2000)
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  // The page can be scrolled again from the next frame on.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.wheel(0, 100)

  // Wheel events are handled in order. If the first had scrolled the page, it would be further down.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100)
})

test.each([{ javaScript: true }, { javaScript: false }])(
  'on a phone the page behind the menu is inert until the menu closes (JavaScript: $javaScript)',
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

    await page.locator(opener).click()
    const link = page.locator('header').getByRole('link', { name: nav.architecture })
    await link.click()
    await page.waitForURL(`${site.url}/security/architecture`)
    await link.waitFor({ state: 'hidden' })
  },
)

test.each([
  { left: '/about', focused: 1 },
  // A link within the page does not focus a heading.
  { left: '/about#main', focused: 0 },
])('on a phone going back closes the menu, and leads to $left', async ({ left, focused }) => {
  await visitor.open('/about')
  if (left.includes('#')) await page.evaluate(() => location.assign('#main'))
  await page.locator('footer nav a[href="/contact"]').click()
  await page.locator('main h1:focus').waitFor()
  await page.locator(opener).click()
  await opened.waitFor()

  await page.goBack()

  await page.waitForURL(`**${left}`)
  await expect.poll(() => opened.count()).toBe(0)
  await expect.poll(() => page.locator('main h1:focus').count()).toBe(focused)
})
