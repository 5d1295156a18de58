import { expect, test } from 'vitest'
import { languages, withoutPrefix } from '../../shared/language.ts'
import { openBrowser, visit } from '../support/browser.ts'
import { isExhaustive } from '../support/exhaustive.ts'
import { fakePost } from '../support/fake-ghost.ts'
import { shareBrowser } from '../support/share-browser.ts'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { addressesIn, articlesFor, mainArea, saidOf } from './addresses.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = articlesFor(ghost.url)
// The home page shows posts once their list is in memory.
for (const language of languages) await fetch(`${site.url}/api/posts?lang=${language}`)
const visitor = await shareBrowser(site.url)
const reader = await shareBrowser(site.url, { javaScript: false })
const { page } = visitor

/** The main area as the server sent it, and as it is once JavaScript has taken over. */
async function compare(visitor: Visitor, asked: string, taken = asked) {
  await reader.page.goto(asked)
  const response = await visitor.open(taken)
  // The e-mail address is put together in the browser only.
  for (const { page } of [reader, visitor]) await page.evaluate(() => document.querySelector('#email')?.remove())
  expect(await mainArea(visitor.page), taken).toEqual(await mainArea(reader.page))
  return response?.status()
}

test.each(languages)('every page in %s is taken over in silence, and shows what the server sent', async (language) => {
  for (const { address, status } of addressesIn(language)) {
    expect(await compare(visitor, address), address).toBe(status)
    expect(await page.locator('html').getAttribute('lang'), address).toBe(language)
    expect(await page.locator('h1').count(), address).toBe(1)
    expect(visitor.takeMessages()).toEqual(saidOf(address, status))
    expect(reader.takeMessages()).toEqual(saidOf(address, status))
  }
})

// An exhaustive run takes every page, any other each third of them.
test('with the cookie for English pages without prefix are taken over in English, in silence', async () => {
  await using visitor = await openBrowser(site.url, { cookie: 'en' })

  for (const { address, status } of addressesIn('en').filter((_, index) => isExhaustive || index % 3 === 0)) {
    const unprefixed = withoutPrefix(address)
    expect(await compare(visitor, address, unprefixed), unprefixed).toBe(status)
    expect(visitor.page.url()).toBe(site.url + unprefixed)
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en')
    expect(visitor.takeMessages()).toEqual(saidOf(unprefixed, status))
    expect(reader.takeMessages()).toEqual(saidOf(address, status))
  }
})

test('an excerpt that was cut within an emoji, and words with control characters, are taken over in silence', async () => {
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

test('a list that the server has sent is not asked for again by the browser', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await visitor.open('/blog')
  // This page's own requests precede those of the next page.
  await page.locator('header nav a[href$="/about"]').dispatchEvent('click')
  await page.locator('main h1:focus').waitFor()
  expect(asked).toContain('/blog')
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
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
  // The bootstrap script calls it so. A string, since the tests' own build would make another import of it.
  const isTaken = await page.evaluate(
    "import(document.querySelector('[data-entry]').dataset.entry).then(({ hydrate }) => hydrate(() => true, () => {}))",
  )
  expect(isTaken).toBe(false)
  expect(await mainArea(page)).toEqual(served)
  expect(await page.locator('a[href="/blog"]').count()).toBeGreaterThan(0)
  expect(await page.locator('form[action^="/"]').count()).toBeGreaterThan(0)
})
