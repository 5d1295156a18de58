import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import en from '../../locales/en/contact.json'
import fr from '../../locales/fr/contact.json'
import { company } from '../../shared/company.ts'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())

const { user, domain } = company.email
const address = `${user}@${domain.join('.')}`

test.each([
  { path: '/contact', texts: fr },
  { path: '/en/contact', texts: en },
])('at $path the browser puts the e-mail address together, as a link', async ({ path, texts }) => {
  await using visitor = await openBrowser(site.url)
  await visitor.open(path)

  const link = visitor.page.locator('main').getByRole('link', { name: `${texts.email.write} ${address}` })

  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(`mailto:${address}`)
  expect(await link.innerText()).toBe(address)
  expect(await visitor.page.locator('main address').innerText()).toContain(company.locality)
})

test('the e-mail address is also there when a link has led to the page', async () => {
  await using visitor = await openBrowser(site.url)
  await visitor.open('/')

  await visitor.page.locator('footer a[href="/contact"]').click()

  await visitor.page.locator(`main a[href="mailto:${address}"]`).waitFor()
})

test.each([
  { path: '/contact', texts: fr },
  { path: '/en/contact', texts: en },
])('without JavaScript the e-mail address at $path is written in words', async ({ path, texts }) => {
  await using visitor = await openBrowser(site.url, { javaScript: false })
  await visitor.open(path)

  const words = `${user} ${texts.email.at} ${domain.join(` ${texts.email.dot} `)}`

  const text = await visitor.page.locator('main').innerText()
  expect(text).toContain(words)
  expect(text).toContain(texts.email.hint)
  expect(await visitor.page.locator('a[href^="mailto:"]').count()).toBe(0)
})

test.each([
  { path: '/contact', texts: fr, width: 320 },
  { path: '/contact', texts: fr, width: 1280 },
  { path: '/en/contact', texts: en, width: 360 },
  { path: '/en/contact', texts: en, width: 960 },
])(
  'at $path, $width pixels wide, the words become the link where they stand, and nothing speaks of no script',
  async (given) => {
    const { path, texts, width } = given
    await using visitor = await openBrowser(site.url, { width })
    const { page } = visitor
    const release = await visitor.hold('**/assets/entry-client*.js')
    await page.goto(path)
    // In the fallback, which an optional face that came late leaves, the link takes two lines at some widths.
    await expect.poll(() => hasFonts(page)).toBe(true)
    const place = page.locator('#email')
    const words = await place.innerText()
    const before = await place.boundingBox()

    await page.keyboard.press('Shift')
    release()
    await place.getByRole('link').waitFor()

    expect(words).toContain(`${user} ${texts.email.at} `)
    expect(words).not.toContain('JavaScript')
    // The same place in the page, a pixel's fraction of rounding aside.
    const after = await place.boundingBox()
    expect(after?.y).toBe(before?.y)
    expect(after?.height).toBeCloseTo(before?.height ?? 0, 0)
  },
)

/** Whether the page has its own fonts; if not it is loaded again, with the fonts that the browser has by then. */
async function hasFonts(page: Page): Promise<boolean> {
  const has = await page.evaluate(() => {
    const letters = document.createElement('span')
    letters.textContent = 'iiiiiiiiii'
    document.body.append(letters)
    const [own, fallback] = ['"Figtree Variable", monospace', 'monospace'].map((family) => {
      letters.style.cssText = `position: absolute; font-family: ${family}`
      return letters.offsetWidth
    })
    letters.remove()
    return own !== fallback
  })
  if (!has) await page.reload()
  return has
}

test('no file that the contact page is made of holds the e-mail address for a harvester to read', async () => {
  await using visitor = await openBrowser(site.url)
  const files = new Map<string, Promise<string>>()
  visitor.page.on('response', (response) => {
    if (/html|javascript|json/.test(response.headers()['content-type'] ?? ''))
      files.set(new URL(response.url()).pathname, response.text())
  })

  await visitor.open('/contact')
  // Then everything that puts it together has come.
  await visitor.page.locator(`main a[href="mailto:${address}"]`).waitFor()

  expect([...files.keys()]).toContain('/contact')
  expect(files.size).toBeGreaterThan(3)
  const decoded = (await Promise.all(files.values())).map((text) => text.replace(/&#(x40|64);|%40|\\u0040/gi, '@'))
  for (const text of decoded) {
    expect(text).not.toContain(address)
    expect(text).not.toContain(`${user}@`)
    expect(text).not.toMatch(/mailto:[^`$"']*@/)
  }
})
