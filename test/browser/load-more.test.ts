import { expect, test } from 'vitest'
import fr from '../../locales/fr/blog.json'
import { openBrowser, visit } from '../support/browser.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { shareBrowser } from '../support/share-browser.ts'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'
import { asked, canonical, focused, newer, numbered, older, place, posts, said, titles } from './listed-posts.ts'

const { site } = await shareSiteWithGhost(posts, { BLOG_PAGE_SIZE: '2' })
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('the next page is added below the list, which gets its address and says so', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  await page
    .locator('main article')
    .first()
    .evaluate((card) => Object.assign(card, { isTheSame: true }))
  const paths = asked(visitor)
  expect(await said(visitor)).toBe('Page 1 sur 3')
  const announced = () => page.locator('p[aria-live=polite]').innerText()
  const before = await announced()

  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))
  expect(page.url()).toBe(`${site.url}/blog?page=2`)
  await expect.poll(() => focused(visitor)).toBe('Titre de article-3')
  expect(await said(visitor)).toBe('Page 2 sur 3')
  // No other page: nothing is said but how far the list goes.
  expect(await announced()).toBe(before)
  expect(await page.title()).toContain('(page 2)')
  expect(await canonical(visitor)).toBe(`${site.url}/blog?page=2`)
  expect(await newer(visitor).count()).toBe(0)

  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4, 5))
  await expect.poll(() => focused(visitor)).toBe('Titre de article-5')
  expect(await said(visitor)).toBe('Page 3 sur 3')
  expect(await older(visitor).count()).toBe(0)
  // Once a pointer has come near, and not again at the click.
  expect(paths).toEqual(['/api/posts?lang=fr&page=2', '/api/posts?lang=fr&page=3'])
  expect(
    await page
      .locator('main article')
      .first()
      .evaluate((card) => 'isTheSame' in card),
  ).toBe(true)
  expect(await visitor.stayed()).toBe(true)
})

test('what is added does not move the window, also where nothing of the list was in view', async () => {
  await page.setViewportSize({ width: 390, height: 400 })
  await visitor.open('/blog')
  const frames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const link = page.locator('main nav a[rel=next]')
  await link.evaluate((element) => window.scrollBy({ top: element.getBoundingClientRect().top, behavior: 'instant' }))
  // The browser now holds on to something that it shows.
  await frames()
  const left = await place(visitor)

  // By its own click: Playwright's would scroll the link into view.
  await link.evaluate((element: HTMLElement) => element.click())
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))
  await frames()
  expect(await place(visitor)).toBe(left)
  const third = page.locator('main article').nth(2)
  expect(await third.evaluate((card) => card.getBoundingClientRect().top)).toBeLessThan(400)
})

test.each([
  { pageSize: '1', now: numbered(1, 2) },
  { pageSize: '3', now: numbered(1, 2, 3, 4, 5) },
])('the page that the keyboard asks for, of $pageSize, begins in the window and below the header', async (given) => {
  const { pageSize, now } = given
  const { ghost, site } = await startSiteWithGhost(undefined, { BLOG_PAGE_SIZE: pageSize })
  // Their titles stand below pictures.
  const feature_image = `${ghost.url}/content/images/2026/09/picture.png`
  ghost.state.posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`, { feature_image }))
  const { page, visitor } = await visit(site.url, { width: 390, height: 400, reducedMotion: 'reduce' })
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '' }))
  await visitor.open('/blog')

  await older(visitor).focus()
  await page.keyboard.press('Enter')

  await expect.poll(() => titles(visitor)).toEqual(now)
  const header = await page.locator('header').first().boundingBox()
  const { top, bottom } = await page.locator('main article h2 a:focus').evaluate((link) => {
    return link.getBoundingClientRect().toJSON() as DOMRect
  })
  expect(top).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  expect(bottom).toBeLessThanOrEqual(400)
})

test('a list that a link led to keeps its cards when it grows', async () => {
  await using ghost = await startFakeGhost(Array.from({ length: 30 }, (_, index) => fakePost(`article-${index}`)))
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '15' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/about')
  const release = await visitor.hold('**/api/posts?lang=fr&page=1')
  await page.locator('footer a[href$="/blog"]').click()
  await page.locator('main').getByText(fr.loading).waitFor()
  release()
  await expect.poll(() => page.locator('main article').count()).toBe(15)
  await page
    .locator('main article')
    .first()
    .evaluate((card) => Object.assign(card, { isTheSame: true }))

  await older(visitor).click()
  await expect.poll(() => page.locator('main article').count()).toBe(30)
  expect(
    await page
      .locator('main article')
      .first()
      .evaluate((card) => 'isTheSame' in card),
  ).toBe(true)
  await expect.poll(() => focused(visitor)).toBe('Titre de article-15')
})

test('a next page that cannot be had leaves the list as it is, says so, and can be asked for again', async () => {
  await visitor.open('/blog')
  await page.route('**/api/posts?lang=fr&page=2', (route) => route.fulfill({ status: 503 }))

  await older(visitor).click()
  await expect.poll(() => said(visitor)).toBe(fr.pagination.failed)
  expect(await titles(visitor)).toEqual(numbered(1, 2))
  expect(await focused(visitor)).toBe(fr.pagination.older)
  expect(new Set(visitor.takeMessages()).size).toBe(1)

  await page.unroute('**/api/posts?lang=fr&page=2')
  // A failure answers for itself for a moment.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.querySelector<HTMLElement>('a[rel=next][href="/blog?page=2"]')?.click())
      return titles(visitor)
    })
    .toEqual(numbered(1, 2, 3, 4))
  expect(await said(visitor)).toBe('Page 2 sur 3')
  await page.goBack()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2))
  expect(page.url()).toBe(`${site.url}/blog`)
})

test('where the list has become shorter, the next page is no error: it ends', async () => {
  await visitor.open('/blog')
  await page.route('**/api/posts?lang=fr&page=2', (route) => route.fulfill({ status: 404 }))

  await older(visitor).click()
  await expect.poll(() => older(visitor).count()).toBe(0)
  expect(await titles(visitor)).toEqual(numbered(1, 2))
  visitor.takeMessages()
})

test('a post that has moved on to the next page meanwhile is shown once', async () => {
  await using ghost = await startFakeGhost(posts)
  let minutes = 0
  await using site = await startSite(
    { ...ghost.env, BLOG_PAGE_SIZE: '2' },
    () => Date.UTC(2026, 9, 1) + minutes * 60_000,
  )
  await using visitor = await openBrowser(site.url)
  await visitor.open('/blog')
  ghost.state.posts = [fakePost('article-0'), ...posts]
  minutes = 2
  const moved = async () => (await fetch(`${site.url}/api/posts?lang=fr&page=1`)).text()
  await expect.poll(moved).toContain('article-0')

  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3))
  expect(await focused(visitor)).toBe('Titre de article-3')
})
