import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import aboutEn from '../../../locales/en/about.json'
import en from '../../../locales/en/common.json'
import contactFr from '../../../locales/fr/contact.json'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'

const site = await shareSite()
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('if a deployment has removed the next page’s code, the server sends the page', async () => {
  await visitor.open('/en')
  await visitor.mark()
  let loaded = false
  page.on('request', (request) => {
    loaded ||= request.isNavigationRequest()
  })
  await page.route(/\/assets\/about-/, (route) => (loaded ? route.continue() : route.abort()))

  await page.locator('footer').getByRole('link', { name: en.nav.about }).click()

  // Not the address, since the browser may cancel one navigation for the other.
  await page.locator('h1').getByText(aboutEn.title).waitFor()
  expect(page.url()).toBe(`${site.url}/en/about`)
  await visitor.takeOver()
  expect(await visitor.stayed()).toBe(false)
  const messages = visitor.takeMessages()
  expect(messages).toContainEqual(expect.stringContaining('ERR_FAILED'))
  // The browser logs the missing file, and nothing else.
  expect(messages.filter((message) => message.startsWith('exception'))).toEqual([])
})

test('links clicked in quick succession lead to the last one, without messages', async () => {
  await visitor.open('/')
  await visitor.mark()

  // Impatient visitors double-click: one click a frame.
  await page.evaluate(async () => {
    for (let round = 0; round < 5; round += 1) {
      for (const path of ['/about', '/archiving', '/contact']) {
        document.querySelector<HTMLElement>(`footer a[href="${path}"]`)?.click()
        await new Promise(requestAnimationFrame)
      }
    }
  })

  // One evaluation reads everything at the same time, since pages of earlier rounds may still appear.
  const shown = () =>
    page.evaluate(() => ({
      address: location.href,
      title: document.title,
      isBusy: document.querySelector('main')?.ariaBusy,
      focused: document.activeElement?.textContent,
    }))
  await expect.poll(shown).toEqual({
    address: `${site.url}/contact`,
    title: `${contactFr.meta.title} | ${company.name}`,
    isBusy: 'false',
    focused: contactFr.title,
  })
  expect(await page.locator('main h1').count()).toBe(1)
  expect(await visitor.stayed()).toBe(true)
})

test('a page that is restored from the back/forward cache after a failed navigation is reloaded', async () => {
  await visitor.open('/en')
  await visitor.mark()
  await page.route(/\/assets\/about-/, (route) => route.abort())
  await page.route('**/en/about', (route) => route.fulfill({ status: 204 }))
  const requested = page.waitForRequest('**/en/about')
  await page.locator('footer').getByRole('link', { name: en.nav.about }).click()
  await requested
  await page.locator('main[aria-busy="true"]').waitFor()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.locator('main[aria-busy="false"]').waitFor()
  expect(await visitor.stayed()).toBe(false)
  visitor.takeMessages()
})
