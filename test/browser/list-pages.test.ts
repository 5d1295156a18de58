import { expect, test } from 'vitest'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import common from '../../locales/fr/common.json'
import { languageCookie } from '../../shared/language.ts'
import { openBrowser } from '../support/browser.ts'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { shareBrowser } from '../support/share-browser.ts'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { startSiteWithGhost } from '../support/start-site.ts'
import { asked, focused, newer, numbered, older, place, posts, said, titles } from './listed-posts.ts'

/** The French list is of three pages, the English one of two. */
const english = [6, 7, 8].map((number) => fakePost(`article-${number}`, { tags: [tags.en] }))
const { site } = await shareSiteWithGhost([...posts, ...english], { BLOG_PAGE_SIZE: '2' })
const visitor = await shareBrowser(site.url)
const { page } = visitor
const scriptless = await shareBrowser(site.url, { javaScript: false })

test('a pointer on the way to the list fetches its first page, and no more', async () => {
  await visitor.open('/')
  const paths = asked(visitor)

  const link = page.locator('header').getByRole('link', { name: common.nav.blog })
  await link.hover()
  await expect.poll(() => paths).toEqual(['/api/posts?lang=fr&page=1'])
  await link.click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2))
  expect(paths).toEqual(['/api/posts?lang=fr&page=1'])
})

test('a page of the list that is late is fetched alone', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2', POSTS_WAIT_MS: '50' })
  await using visitor = await openBrowser(site.url)
  ghost.state.delayMs = 300
  const paths = asked(visitor)

  await visitor.open('/blog?page=2')
  await expect.poll(() => titles(visitor)).toEqual(numbered(3, 4))
  expect(paths).toEqual(['/api/posts?lang=fr&page=2'])
})

test('back takes away what was added, forward adds it again, each at the place that was left', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  await older(visitor).scrollIntoViewIfNeeded()
  const places = [await place(visitor)]
  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))
  await page.evaluate(() => window.scrollBy({ top: 150, behavior: 'instant' }))
  places.push(await place(visitor))
  expect(places[1]).toBe((places[0] ?? 0) + 150)

  await page.goBack()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2))
  expect(page.url()).toBe(`${site.url}/blog`)
  await expect.poll(() => place(visitor)).toBe(places[0])
  await expect.poll(() => focused(visitor)).toBe(fr.pagination.older)
  expect(await said(visitor)).toBe('Page 1 sur 3')

  await page.goForward()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))
  await expect.poll(() => place(visitor)).toBe(places[1])
  expect(await focused(visitor)).toBe('Titre de article-3')
  expect(await visitor.stayed()).toBe(true)
})

test('back from an article leads to the list with all that was added, where it was left', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  await older(visitor).click()
  const card = page.getByRole('link', { name: 'Titre de article-4' })
  await card.scrollIntoViewIfNeeded()
  const left = await place(visitor)
  await card.click()
  await page.locator('h1', { hasText: 'article-4' }).waitFor()

  await page.goBack()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))
  await expect.poll(() => place(visitor)).toBe(left)
  expect(await visitor.stayed()).toBe(true)
})

test('a reload shows the page of the address alone, as the server sends it, and so does a link to newer ones', async () => {
  await visitor.open('/blog')
  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))

  await page.reload()
  expect(await titles(visitor)).toEqual(numbered(3, 4))
  await visitor.takeOver()
  expect(await titles(visitor)).toEqual(numbered(3, 4))

  await visitor.mark()
  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(3, 4, 5))
  expect(page.url()).toBe(`${site.url}/blog?page=3`)

  await newer(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2))
  expect(page.url()).toBe(`${site.url}/blog`)
  await page.locator('main h1:focus').waitFor()
  await expect.poll(() => place(visitor)).toBe(0)

  await page.goBack()
  await expect.poll(() => titles(visitor)).toEqual(numbered(3, 4, 5))
  expect(await visitor.stayed()).toBe(true)
})

test('from a list that has grown the toggle leads to the first page of the other language', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))

  await page.getByRole('button', { name: common.toggle.label }).first().click()
  await page.waitForURL('**/en/blog')
  await expect.poll(() => titles(visitor)).toEqual(numbered(6, 7))
  await page.getByRole('link', { name: en.pagination.older }).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(6, 7, 8))
  expect(await said(visitor)).toBe('Page 2 of 2')
  expect(await visitor.stayed()).toBe(true)
})

test('a list at an address without prefix grows in the language that it has by the cookie', async () => {
  await visitor.context.addCookies([{ name: languageCookie, value: 'en', url: site.url }])
  await visitor.open('/blog')
  await page.getByRole('link', { name: en.pagination.older }).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(6, 7, 8))
  expect(page.url()).toBe(`${site.url}/en/blog?page=2`)
  await expect.poll(() => focused(visitor)).toBe('Titre de article-8')

  await page.goBack()
  await expect.poll(() => titles(visitor)).toEqual(numbered(6, 7))
  await expect.poll(() => focused(visitor)).toBe(en.pagination.older)
})

test('without JavaScript every page of the list is a page of its own', async () => {
  await scriptless.open('/blog')
  await older(scriptless).click()
  expect(await titles(scriptless)).toEqual(numbered(3, 4))
  await newer(scriptless).click()
  expect(await titles(scriptless)).toEqual(numbered(1, 2))
})
