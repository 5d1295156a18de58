import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import fr from '../../../locales/fr/blog.json'
import common from '../../../locales/fr/common.json'
import { isInSight, visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

/** The French list has three pages, the English one two. */
const posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`))
const english = [6, 7, 8].map((number) => fakePost(`article-${number}`, { tags: [tags.en] }))
const { site } = await shareSiteWithGhost([...posts, ...english], { BLOG_PAGE_SIZE: '2' })
const visitor = await shareBrowser(site.url)
const { page } = visitor

/** Records the requests for the API's list, from now on. */
function askedBy(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/posts') paths.push(pathname + search)
  })
  return paths
}

const titles = (of = page) => of.locator('article h2').allInnerTexts()
const numbered = (...numbers: number[]) => numbers.map((number) => `Titre de article-${number}`)
const older = page.getByRole('link', { name: fr.pagination.older })
const newer = page.getByRole('link', { name: fr.pagination.newer })
const position = () => page.locator('main nav[aria-label] span').innerText()
const focused = () => page.evaluate(() => document.activeElement?.textContent)
const place = () => page.evaluate(() => Math.round(window.scrollY))

test('a pointer on a link to the list fetches only its first page', async () => {
  await visitor.open('/')
  const paths = askedBy(page)

  const link = page.locator('header').getByRole('link', { name: common.nav.blog })
  await link.hover()
  await expect.poll(() => paths).toEqual(['/api/posts?lang=fr&page=1'])
  await link.click()
  await expect.poll(() => titles()).toEqual(numbered(1, 2))
  expect(paths).toEqual(['/api/posts?lang=fr&page=1'])
})

test('a link to a missing page of the list leads to the error screen', async () => {
  const far = fakePost('loin', { html: '<p><a href="/blog?page=9">Plus loin</a></p>' })
  const { site } = await startSiteWithGhost([far, ...posts], { BLOG_PAGE_SIZE: '2' })
  const { page, visitor } = await visit(site.url)
  await visitor.open('/blog/loin')
  await visitor.mark()
  await page.getByRole('link', { name: 'Plus loin' }).click()
  await page.locator('main h1').getByText(common.error.notFound.title).waitFor()
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  expect(await visitor.stayed()).toBe(true)
  visitor.takeMessages()
})

test('a late page of the list shows the loading text, and is then fetched alone', async () => {
  const { ghost, site } = await startSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2', POSTS_WAIT_MS: '50' })
  const { page, visitor } = await visit(site.url)
  ghost.state.delayMs = 300
  const paths = askedBy(page)
  const release = await visitor.hold('**/api/posts?lang=fr&page=2')

  await visitor.open('/blog?page=2')
  await page.locator('main').getByText(fr.loading).waitFor()
  expect(await page.getByText(fr.empty).count()).toBe(0)
  release()
  await expect.poll(() => titles(page)).toEqual(numbered(3, 4))
  expect(await page.getByText(fr.loading).count()).toBe(0)
  expect(paths).toEqual(['/api/posts?lang=fr&page=2'])
})

test('the link to older articles opens their page at its top, and back restores the scroll position', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  expect(await position()).toBe('Page 1 sur 3')
  await older.scrollIntoViewIfNeeded()
  const left = await place()
  await older.click()
  await expect.poll(() => titles()).toEqual(numbered(3, 4))
  expect(page.url()).toBe(`${site.url}/blog?page=2`)
  await page.locator('main h1:focus').waitFor()
  await expect.poll(place).toBe(0)
  expect(await position()).toBe('Page 2 sur 3')
  expect(await page.title()).toContain('(page 2)')
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/blog?page=2`)

  await page.goBack()
  await expect.poll(() => titles()).toEqual(numbered(1, 2))
  await expect.poll(place).toBe(left)
  await expect.poll(focused).toBe(fr.pagination.older)
  expect(await visitor.stayed()).toBe(true)
})

test('a reload shows the page in the URL, with a link to newer articles', async () => {
  await visitor.open('/blog?page=3')
  expect(await older.count()).toBe(0)
  await page.reload()
  expect(await titles()).toEqual(numbered(5))
  await visitor.takeOver()
  await newer.click()
  await expect.poll(() => titles()).toEqual(numbered(3, 4))
  await newer.click()
  await expect.poll(() => titles()).toEqual(numbered(1, 2))
  expect(page.url()).toBe(`${site.url}/blog`)
  expect(await newer.count()).toBe(0)
})

test('the toggle and the cookie lead to the list of the other language', async () => {
  await visitor.open('/blog?page=2')
  await visitor.mark()
  await page.getByRole('button', { name: common.toggle.label }).first().click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  await visitor.open('/blog')
  await page.getByRole('link', { name: en.pagination.older }).click()
  await expect.poll(() => titles()).toEqual(numbered(8))
  expect(page.url()).toBe(`${site.url}/en/blog?page=2`)
  expect(await position()).toBe('Page 2 of 2')
})

test('on a phone a link to the newsletter scrolls its field into view below 250 posts', async () => {
  const many = Array.from({ length: 250 }, (_, index) =>
    fakePost(`article-${index}`, { title: 'Un titre de deux lignes '.repeat((index % 4) + 1) }),
  )
  const linking = fakePost('lien', { html: '<p><a href="/blog#newsletter">Infolettre</a></p>' })
  const { site } = await startSiteWithGhost([...many, linking])
  const { page, visitor } = await visit(site.url, { width: 390, height: 844 })
  const field = page.locator('#newsletter input[type=email]')

  await page.goto('/blog#newsletter')
  await expect.poll(() => isInSight(field)).toBe(true)
  await visitor.takeOver()
  expect(await isInSight(field)).toBe(true)

  // The router follows the author's link. The list that loads then must not move the field out of view.
  await visitor.open('/blog/lien')
  await page.locator('article a[href="/blog#newsletter"]').click()
  await page.waitForURL('**/blog#newsletter')
  await field.waitFor()
  await expect.poll(() => isInSight(field)).toBe(true)
})
