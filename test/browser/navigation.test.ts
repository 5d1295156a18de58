import { expect, test } from 'vitest'
import aboutEn from '../../locales/en/about.json'
import contactEn from '../../locales/en/contact.json'
import en from '../../locales/en/common.json'
import contactFr from '../../locales/fr/contact.json'
import fr from '../../locales/fr/common.json'
import { languages, localise } from '../../shared/language.ts'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { mainArea, staticPaths } from './addresses.ts'

test.each([
  { from: '/', to: '/contact', texts: fr, title: contactFr.meta.title },
  { from: '/en', to: '/en/contact', texts: en, title: contactEn.meta.title },
])('a link in the header of $from shows the next page without a page load', async ({ from, to, texts, title }) => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open(from)
  await visitor.mark()

  await page.locator('header').getByRole('link', { name: texts.nav.contact, exact: true }).click()
  await page.waitForURL(site.url + to)

  await page.locator('main h1:focus').waitFor()
  expect(await page.title()).toBe(`${title} | Nordet`)
  const announced = texts.navigation.announced.replace('{{title}}', `${title} | Nordet`)
  expect(await page.locator('[aria-live="polite"]').allTextContents()).toContain(announced)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(site.url + to)
  expect(await visitor.stayed()).toBe(true)
})

test('a page that a link leads to starts at its top', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/')

  await page.locator('footer').getByRole('link', { name: fr.nav.archiving }).click()
  await page.waitForURL('**/archiving')

  await page.locator('main h1:focus').waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test.each(languages)(
  'in %s every page is the same whether a link leads to it or the server sends it',
  async (language) => {
    await using ghost = await startFakeGhost([
      fakePost('un-article'),
      fakePost('an-article', { tags: [tags.en, tags.strategie] }),
    ])
    await using site = await startSite(ghost.env)
    await using reader = await openBrowser(site.url)
    await using visitor = await openBrowser(site.url)
    await visitor.open(localise('/nulle-part', language))
    visitor.takeMessages()
    await visitor.mark()

    for (const path of staticPaths.map((path) => localise(path, language))) {
      await reader.open(path)
      await visitor.page.locator(`footer a[href="${path}"]`).click()
      await visitor.page.waitForURL(site.url + path)

      await expect.poll(() => mainArea(visitor.page), { message: path }).toEqual(await mainArea(reader.page))
      expect(await headOf(visitor.page), path).toEqual(await headOf(reader.page))
    }
    expect(await visitor.stayed()).toBe(true)
  },
)

/** What search engines and previews read, sorted: React puts a later page's tags behind those that were there. */
function headOf(page: Awaited<ReturnType<typeof openBrowser>>['page']) {
  return page
    .locator('title, meta[name], meta[property], link[rel="canonical"], link[rel="alternate"]')
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).sort())
}

test('while the code of the next page is on its way, the present one stays and says so', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/')
  const release = await visitor.hold(/\/assets\/about-/)

  await page.getByRole('link', { name: fr.nav.about }).first().click()

  await page.locator('main[aria-busy="true"]').getByText(fr.navigation.loading).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.locator('h1').count()).toBe(1)
  release()
  await page.waitForURL('**/about')
  await page.locator('main[aria-busy="false"]').waitFor()
  expect(await page.getByText(fr.navigation.loading).count()).toBe(0)
})

test('when the code of the next page is gone since a deployment, the page comes from the server', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/en')
  await visitor.mark()
  let loaded = false
  page.on('request', (request) => {
    loaded ||= request.isNavigationRequest()
  })
  await page.route(/\/assets\/about-/, (route) => (loaded ? route.continue() : route.abort()))

  await page.locator('footer').getByRole('link', { name: en.nav.about }).click()
  await page.waitForURL(`${site.url}/en/about`)

  await page.locator('h1').getByText(aboutEn.title).waitFor()
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  expect(await visitor.stayed()).toBe(false)
  const messages = visitor.takeMessages()
  expect(messages).toContainEqual(expect.stringContaining('ERR_FAILED'))
  // The browser says which file it did not get; nothing else is left over.
  expect(messages.filter((message) => message.startsWith('exception'))).toEqual([])
})

test('every link of a page keeps its language, and those of the text do so when they are followed', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { cookie: 'en' })
  const { page } = visitor
  await visitor.open('/')

  const inside = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(inside.length).toBeGreaterThan(10)
  expect(inside.filter((href) => !/^\/en(\/|$)/.test(href ?? ''))).toEqual([])

  await page.locator('main a[href="/en/ai"]').click()
  await page.waitForURL(`${site.url}/en/ai`)
  await page.locator('main h1:focus').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('links chosen in quick succession lead to the last one, in silence', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/')
  await visitor.mark()

  // In one frame after the other, as an impatient visitor's double clicks are.
  await page.evaluate(async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const path of ['/about', '/archiving', '/contact']) {
        document.querySelector<HTMLElement>(`footer a[href="${path}"]`)?.click()
        await new Promise(requestAnimationFrame)
      }
    }
  })

  await page.locator('main h1:focus').getByText(contactFr.title).waitFor()
  expect(page.url()).toBe(`${site.url}/contact`)
  expect(await page.title()).toBe(`${contactFr.meta.title} | Nordet`)
  expect(await visitor.stayed()).toBe(true)
})
