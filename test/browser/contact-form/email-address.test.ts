import { expect, test } from 'vitest'
import enCommon from '../../../locales/en/common.json'
import enContact from '../../../locales/en/contact.json'
import frCommon from '../../../locales/fr/common.json'
import frContact from '../../../locales/fr/contact.json'
import { company } from '../../../shared/company.ts'
import { openBrowser, visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const fr = { ...frContact, common: frCommon }
const en = { ...enContact, common: enCommon }

const site = await shareSite()
const visitor = await shareBrowser(site.url)
const { page } = visitor

const { user, domain } = company.email
const address = `${user}@${domain.join('.')}`

test('without JavaScript the e-mail address is written in words', async () => {
  await using visitor = await openBrowser(site.url, { javaScript: false })
  await visitor.open('/contact')

  const words = `${user} ${fr.common.email.at} ${domain.join(` ${fr.common.email.dot} `)}`

  const text = await visitor.page.locator('main').innerText()
  expect(text).toContain(words)
  expect(text).toContain(fr.email.hint)
  expect(await visitor.page.locator('a[href^="mailto:"]').count()).toBe(0)
})

test.each(
  rowsOf(
    [
      { path: '/contact', texts: fr, width: 320 },
      { path: '/en/contact', texts: en, width: 960 },
    ],
    [
      { path: '/contact', texts: fr, width: 1280 },
      { path: '/en/contact', texts: en, width: 360 },
    ],
  ),
)(
  'at $path, $width pixels wide, a link replaces the words in place, and no text mentions JavaScript',
  async ({ path, texts, width }) => {
    const { page, visitor } = await visit(site.url, { width })
    const release = await visitor.hold('**/assets/entry-client*.js')
    await page.goto(path)
    const place = page.locator('#email')
    // A font that loads later would move it.
    await page.evaluate(() => document.fonts.ready)
    const words = await place.innerText()
    const before = await place.boundingBox()

    await page.keyboard.press('Shift')
    release()
    const link = place.getByRole('link', { name: `${texts.common.email.write} ${address}` })
    await link.waitFor()

    expect(await link.getAttribute('href')).toBe(`mailto:${address}`)
    expect(await link.innerText()).toBe(address)
    expect(words).toContain(`${user} ${texts.common.email.at} `)
    expect(words).not.toContain('JavaScript')
    // The same place in the page, apart from rounding.
    const after = await place.boundingBox()
    expect(after?.y).toBe(before?.y)
    expect(after?.height).toBeCloseTo(before?.height ?? 0, 0)
  },
)

test('the e-mail address stays on one line at every width', async () => {
  await visitor.open('/contact')
  const link = page.locator('#email').getByRole('link')
  await link.waitFor()
  for (let width = 320; width <= 1280; width += 20) {
    await page.setViewportSize({ width, height: 800 })
    // The fallback, and the widest face that a system may have instead.
    for (const face of ['"Figtree fallback"', '"DejaVu Sans"']) {
      const lines = await link.evaluate((element, font) => {
        document.documentElement.style.setProperty('--body', font)
        return element.getClientRects().length
      }, face)
      expect([width, face, lines]).toEqual([width, face, 1])
    }
  }
})

test('no file of the contact page contains the e-mail address', async () => {
  const files = new Map<string, Promise<string>>()
  page.on('response', (response) => {
    if (/html|javascript|json/.test(response.headers()['content-type'] ?? ''))
      files.set(new URL(response.url()).pathname, response.text())
  })

  // The address appears once its scripts have loaded, also if a link leads to the page.
  const link = page.locator(`main a[href="mailto:${address}"]`)
  await visitor.open('/')
  await page.locator('footer nav a[href="/contact"]').click()
  await link.waitFor()
  await visitor.open('/contact')
  await link.waitFor()

  expect([...files.keys()]).toContain('/contact')
  expect(files.size).toBeGreaterThan(3)
  const decoded = (await Promise.all(files.values())).map((text) => text.replace(/&#(x40|64);|%40|\\u0040/gi, '@'))
  for (const text of decoded) {
    expect(text).not.toContain(address)
    expect(text).not.toContain(`${user}@`)
    expect(text).not.toMatch(/mailto:[^`$"']*@/)
  }
})
