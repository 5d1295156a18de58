import { expect, test } from 'vitest'
import { languages, withoutPrefix } from '../../shared/language.ts'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { addressesIn, articlesFor, mainArea, saidOf } from './addresses.ts'

for (const language of languages) {
  test.each(addressesIn(language))(
    `the page at $address is taken over in silence, and shows what the server sent`,
    async ({ address, status }) => {
      await using ghost = await startFakeGhost()
      ghost.state.posts = articlesFor(ghost.url)
      await using site = await startSite(ghost.env)
      await using reader = await openBrowser(site.url, { javaScript: false })
      await using visitor = await openBrowser(site.url)

      await reader.open(address)
      const response = await visitor.open(address)
      // The e-mail address is put together in the browser only.
      for (const { page } of [reader, visitor]) await page.evaluate(() => document.querySelector('#email')?.remove())

      expect(response?.status()).toBe(status)
      expect(await mainArea(visitor.page)).toEqual(await mainArea(reader.page))
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language)
      expect(await visitor.page.locator('h1').count()).toBe(1)
      expect(visitor.takeMessages()).toEqual(saidOf(address, status))
      expect(reader.takeMessages()).toEqual(saidOf(address, status))
    },
  )
}

test('with the cookie for English every page without prefix is taken over in English, in silence', async () => {
  await using ghost = await startFakeGhost()
  ghost.state.posts = articlesFor(ghost.url)
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url, { cookie: 'en' })
  await using reader = await openBrowser(site.url, { javaScript: false })

  for (const { address, status } of addressesIn('en')) {
    const unprefixed = withoutPrefix(address)
    await reader.open(address)
    const response = await visitor.open(unprefixed)
    for (const { page } of [reader, visitor]) await page.evaluate(() => document.querySelector('#email')?.remove())

    expect(response?.status(), unprefixed).toBe(status)
    expect(visitor.page.url()).toBe(site.url + unprefixed)
    expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en')
    expect(await mainArea(visitor.page)).toEqual(await mainArea(reader.page))
    expect(visitor.takeMessages()).toEqual(saidOf(unprefixed, status))
    expect(reader.takeMessages()).toEqual(saidOf(address, status))
  }
})

test('an excerpt that was cut within an emoji, and words with control characters, are taken over in silence', async () => {
  const words = { title: 'Un\u0001titre', excerpt: 'Un extrait \ud83d', meta_title: '\udca9 Un autre\u0085titre' }
  const authors = [{ name: 'Camille\u007f', slug: 'camille' }]
  await using ghost = await startFakeGhost([fakePost('a', { ...words, authors, custom_excerpt: null })])
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)

  for (const address of ['/blog', '/blog/a']) {
    await visitor.open(address)
    expect(visitor.takeMessages()).toEqual([])
    expect(await visitor.page.content()).not.toMatch(/[\0-\x08\x7f-\x9f\p{Surrogate}]/u)
  }
})

test('a page without posts asks the publishing service for nothing', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)

  await visitor.open('/')

  expect(ghost.calls).toEqual([])
})

test('a list that the server has sent is not asked for again by the browser', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const asked: string[] = []
  visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await visitor.open('/blog')
  await visitor.page.waitForLoadState('networkidle')

  expect(asked).toContain('/blog')
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
})
