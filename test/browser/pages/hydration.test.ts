import { expect, test } from 'vitest'
import { languages, withoutPrefix } from '../../../shared/language.ts'
import { openBrowser, visit } from '../../support/browser.ts'
import { isExhaustive } from '../../support/exhaustive.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { addressesIn, articlesFor, expectedMessages, mainArea } from '../support/addresses.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = articlesFor(ghost.url)
// The home page shows posts only once their list is in memory.
for (const language of languages) await fetch(`${site.url}/api/posts?lang=${language}`)
const visitor = await shareBrowser(site.url)
const reader = await shareBrowser(site.url, { javaScript: false })
const { page } = visitor

/** Compares the main area as the server sent it with the hydrated one. */
async function compare(visitor: Visitor, path: string, hydrated = path) {
  await reader.page.goto(path)
  const response = await visitor.open(hydrated)
  // Only the browser assembles the e-mail address.
  for (const { page } of [reader, visitor]) await page.evaluate(() => document.querySelector('#email')?.remove())
  expect(await mainArea(visitor.page), hydrated).toEqual(await mainArea(reader.page))
  return response?.status()
}

test.each(languages)('every page in %s is hydrated without messages, and stays the same', async (language) => {
  for (const { address, status } of addressesIn(language)) {
    expect(await compare(visitor, address), address).toBe(status)
    expect(await page.locator('html').getAttribute('lang'), address).toBe(language)
    expect(await page.locator('h1').count(), address).toBe(1)
    expect(visitor.takeMessages()).toEqual(expectedMessages(address, status))
    expect(reader.takeMessages()).toEqual(expectedMessages(address, status))
  }
})

// An exhaustive run tests every page, other runs every third.
test('with the English cookie, pages without prefix are hydrated in English, without messages', async () => {
  await using visitor = await openBrowser(site.url, { cookie: 'en' })

  for (const { address, status } of addressesIn('en').filter((_, index) => isExhaustive || index % 3 === 0)) {
    const unprefixed = withoutPrefix(address)
    expect(await compare(visitor, address, unprefixed), unprefixed).toBe(status)
    expect(visitor.page.url()).toBe(site.url + unprefixed)
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en')
    expect(visitor.takeMessages()).toEqual(expectedMessages(unprefixed, status))
    expect(reader.takeMessages()).toEqual(expectedMessages(address, status))
  }
})

test('an excerpt that was cut within an emoji, and words with control characters, are hydrated without messages', async () => {
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
])('a copy of %s at %s stays as it is, with its links and forms', async (original, copy) => {
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
