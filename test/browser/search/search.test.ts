import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openBrowser, visit } from '../../support/browser.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { site } = await shareSiteWithGhost([
  fakePost('phare', { title: 'Un phare', html: '<p>La lumière du phare.</p>' }),
  fakePost('bouee', { title: 'Une bouée', html: '<p>Elle flotte.</p>' }),
])
const visitor = await shareBrowser(site.url)
const { page } = visitor
const field = page.getByRole('search').getByRole('searchbox')
const announced = () => page.locator('body > p[aria-live=polite]').innerText()
const found = () => page.locator('main article h3').allInnerTexts()
const query = () => new URL(page.url()).searchParams.get('q')

/** The code and texts of results, requested when the field is used and when there are results. */
const searchCode = /\/assets\/search-(?!field)/

/** Focuses the field until the event occurs, since the field's code may still be loading. */
async function useUntil(input: Locator, event: Promise<unknown>) {
  let hasCome = false
  void event.then(() => (hasCome = true))
  await expect
    .poll(async () => {
      await input.blur()
      await input.focus()
      return hasCome
    })
    .toBe(true)
}

test('typing shows results, updates the URL and keeps the focus; back leads to the list', async () => {
  await visitor.open('/about')
  await page.locator('footer a[href$="/blog"]').click()
  await field.waitFor()
  await visitor.mark()
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()

  await field.pressSequentially('phar', { delay: 20 })
  // Prefixes of the word have the same results.
  await expect.poll(query).toBe('phar')
  await expect.poll(found).toEqual(['Un phare'])
  await expect.poll(announced).toBe('1 article pour «\u00a0phar\u00a0»')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.locator('main mark').allInnerTexts()).toEqual(['phare'])

  await field.fill('bouee')
  await expect.poll(found).toEqual(['Une bouée'])
  await field.fill('xyzzyx')
  await expect.poll(announced).toBe('Aucun article pour «\u00a0xyzzyx\u00a0»')
  await field.fill('bouee')
  await expect.poll(found).toEqual(['Une bouée'])
  // All searches share one history entry.
  expect(await entries()).toBe(before + 1)

  await page.getByRole('link', { name: 'Une bouée' }).click()
  await page.locator('main h1').getByText('Une bouée').waitFor()
  await page.goBack()
  await expect.poll(found).toEqual(['Une bouée'])
  expect(await field.inputValue()).toBe('bouee')

  await page.goBack()
  await expect.poll(() => page.locator('main article h2').count()).toBe(2)
  expect(query()).toBeNull()
  await expect.poll(() => field.inputValue()).toBe('')
  expect(await visitor.stayed()).toBe(true)
})

test('a page of results hydrates unchanged, and searches again, also from a phone’s keyboard', async () => {
  await visitor.open('/blog?q=phare')
  expect(await found()).toEqual(['Un phare'])
  await field.fill('bouée')
  await expect.poll(found).toEqual(['Une bouée'])
  await field.fill('')
  await expect.poll(() => page.locator('main article h2').count()).toBe(2)
  expect(page.url()).toBe(`${site.url}/blog`)

  // The word is still being composed.
  const keyboard = await visitor.context.newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'phare', selectionStart: 5, selectionEnd: 5 })
  await expect.poll(found).toEqual(['Un phare'])
})

test('the page stays until the results are loaded, and a failed search shows a message', async () => {
  await visitor.open('/blog')
  const release = await visitor.hold('**/api/search?*')
  const requested = page.waitForRequest('**/api/search?*')
  await field.fill('phare')
  await requested
  expect(await page.locator('main article h2').count()).toBe(2)
  expect(await page.locator('main').getAttribute('aria-busy')).toBe('false')
  release()
  await expect.poll(found).toEqual(['Un phare'])
  await page.unroute('**/api/search?*')

  await page.route('**/api/search?*', (route) => route.fulfill({ status: 503 }))
  await field.fill('panne')
  await page.locator('main h2').getByText('La recherche ne fonctionne pas').waitFor()
  await page.unroute('**/api/search?*')
  expect(visitor.takeMessages().length).toBeGreaterThan(0)

  await field.press('Enter')
  await page.locator('main h2').getByText('Aucun article pour').waitFor()
})

test('words typed while the results’ texts load are searched too', async () => {
  await using fresh = await openBrowser(site.url)
  await fresh.open('/blog')
  const input = fresh.page.getByRole('search').getByRole('searchbox')
  const code = fresh.page.waitForResponse(searchCode)
  await useUntil(input, code)
  const release = await fresh.hold(searchCode)
  const texts = fresh.page.waitForRequest(searchCode)
  await input.fill('phare')
  await texts
  const answered = fresh.page.waitForResponse(/api\/search.*bouee/)
  await input.fill('bouee')
  await (await answered).finished()
  release()
  await expect.poll(() => fresh.page.locator('main article h3').allInnerTexts()).toEqual(['Une bouée'])
})

test('if the field’s code fails to load, the list stays', async () => {
  await using fresh = await openBrowser(site.url)
  await fresh.page.route('**/assets/search-field-*.js', (route) => route.abort())
  const failed = fresh.page.waitForEvent('requestfailed')
  await fresh.open('/blog')
  await failed
  await fresh.mark()
  await fresh.page.getByRole('link', { name: 'Une bouée' }).click()
  await fresh.page.locator('main h1').getByText('Une bouée').waitFor()
  await fresh.page.goBack()
  await expect.poll(() => fresh.page.locator('main article h2').count()).toBe(2)
  expect(await fresh.stayed()).toBe(true)
  fresh.takeMessages()
})

test('if the code of the results fails to load, the browser submits the form', async () => {
  const { page, visitor: fresh } = await visit(site.url)
  const input = page.getByRole('search').getByRole('searchbox')
  await fresh.open('/blog')
  await page.route(searchCode, (route) => route.abort())
  await useUntil(input, page.waitForEvent('requestfailed'))
  await input.fill('phare')
  expect(await page.locator('main article h2').count()).toBe(2)
  await input.press('Enter')
  await page.waitForURL('**/blog?q=phare')
  fresh.takeMessages()
})
