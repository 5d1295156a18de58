import { expect, test } from 'vitest'
import en from '../../locales/en/contact.json'
import fr from '../../locales/fr/contact.json'
import { company } from '../../shared/company.ts'
import { openBrowser } from '../support/browser.ts'
import { startSite } from '../support/start-site.ts'

const { user, domain } = company.email
const address = `${user}@${domain.join('.')}`

test.each([
  { path: '/contact', texts: fr },
  { path: '/en/contact', texts: en },
])('at $path the browser puts the e-mail address together, as a link', async ({ path, texts }) => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  await visitor.open(path)

  const link = visitor.page.locator('main').getByRole('link', { name: `${texts.email.write} ${address}` })

  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(`mailto:${address}`)
  expect(await link.innerText()).toBe(address)
  expect(await visitor.page.locator('main address').innerText()).toContain(company.locality)
})

test('the e-mail address is also there when a link has led to the page', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  await visitor.open('/')

  await visitor.page.locator('footer a[href="/contact"]').click()

  await visitor.page.locator(`main a[href="mailto:${address}"]`).waitFor()
})

test.each([
  { path: '/contact', texts: fr },
  { path: '/en/contact', texts: en },
])('without JavaScript the e-mail address at $path is written in words', async ({ path, texts }) => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { javaScript: false })
  await visitor.open(path)

  const words = `${user} ${texts.email.at} ${domain.join(` ${texts.email.dot} `)}`

  expect(await visitor.page.locator('main').innerText()).toContain(words)
  expect(await visitor.page.getByText(texts.email.hint).isVisible()).toBe(true)
  expect(await visitor.page.locator('a[href^="mailto:"]').count()).toBe(0)
})

test('no file that the contact page is made of holds the e-mail address for a harvester to read', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const files = new Map<string, string>()
  visitor.page.on('response', async (response) => {
    if (/html|javascript|json/.test(response.headers()['content-type'] ?? ''))
      files.set(new URL(response.url()).pathname, await response.text())
  })

  await visitor.open('/contact')
  await visitor.page.waitForLoadState('networkidle')

  expect([...files.keys()]).toContain('/contact')
  expect(files.size).toBeGreaterThan(3)
  const decoded = [...files.values()].map((text) => text.replace(/&#(x40|64);|%40|\\u0040/gi, '@'))
  for (const text of decoded) {
    expect(text).not.toContain(address)
    expect(text).not.toContain(`${user}@`)
    expect(text).not.toMatch(/mailto:[^`$"']*@/)
  }
})
