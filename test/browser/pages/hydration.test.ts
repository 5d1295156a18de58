import { expect, test } from 'vitest'
import { visit } from '../../support/browser.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { mainArea } from '../support/addresses.ts'

const { site } = await shareSiteWithGhost()
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('an excerpt cut within an emoji, and control characters, hydrate without warnings', async () => {
  const words = { title: 'Un\u0001titre', excerpt: 'Un extrait \ud83d', meta_title: '\udca9 Un autre\u0085titre' }
  const authors = [{ name: 'Camille\u007f', slug: 'camille' }]
  const { site } = await startSiteWithGhost([fakePost('a', { ...words, authors, custom_excerpt: null })])
  const { page, visitor } = await visit(site.url)

  for (const address of ['/blog', '/blog/a']) {
    await visitor.open(address)
    expect(visitor.takeMessages()).toEqual([])
    expect(await page.content()).not.toMatch(/[\0-\x08\x7f-\x9f\p{Surrogate}]/u)
  }
})

test('the browser does not request a list that the server has sent', async () => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))

  await visitor.open('/blog')
  // This page's own requests precede those of the next page.
  await page.locator('header nav a[href$="/about"]').dispatchEvent('click')
  await page.locator('main h1:focus').waitFor()
  expect(requests).toContain('/blog')
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
})

test.each([
  ['/ai', '/copie/ai'],
  ['/contact', '/portail/contact.html'],
  ['/blog/a', '/archive/2026/blog/a'],
  ['/', '/copie/'],
])('a copy of %s at %s is not changed by hydration, nor are its links and forms', async (original, copy) => {
  const text = await (await fetch(site.url + original)).text()
  await page.route(`**${copy}`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: text }))
  await page.goto(copy)
  const served = await mainArea(page)
  // As in the bootstrap script. A string, since the build of the tests would change the import.
  const isTaken = await page.evaluate(
    "import(document.querySelector('[data-entry]').dataset.entry).then(({ hydrate }) => hydrate(() => true, () => {}))",
  )
  expect(isTaken).toBe(false)
  expect(await mainArea(page)).toEqual(served)
  expect(await page.locator('a[href="/blog"]').count()).toBeGreaterThan(0)
  expect(await page.locator('form[action^="/"]').count()).toBeGreaterThan(0)
})
