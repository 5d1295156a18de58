import { expect, test } from 'vitest'
import en from '../../locales/en/blog.json'
import fr from '../../locales/fr/blog.json'
import common from '../../locales/fr/common.json'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

const posts = [1, 2, 3, 4, 5].map((number) => fakePost(`article-${number}`))

type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** What the browser asks the API's list for, from now on. */
function asked({ page }: Visitor): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/posts') paths.push(pathname + search)
  })
  return paths
}

const titles = ({ page }: Visitor) => page.locator('article h2').allInnerTexts()
const numbered = (...numbers: number[]) => numbers.map((number) => `Titre de article-${number}`)
const older = ({ page }: Visitor) => page.getByRole('link', { name: fr.pagination.older })
const newer = ({ page }: Visitor) => page.getByRole('link', { name: fr.pagination.newer })
const said = ({ page }: Visitor) => page.locator('main nav [aria-live=polite]').innerText()
const focused = ({ page }: Visitor) => page.evaluate(() => document.activeElement?.textContent)
const place = ({ page }: Visitor) => page.evaluate(() => Math.round(window.scrollY))
const canonical = ({ page }: Visitor) => page.locator('link[rel="canonical"]').getAttribute('href')

test('a pointer on the way to the list fetches its first page, and no more', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  await visitor.open('/')
  const paths = asked(visitor)

  const link = visitor.page.locator('header').getByRole('link', { name: common.nav.blog })
  await link.hover()
  await expect.poll(() => paths).toEqual(['/api/posts?lang=fr&page=1'])
  await link.click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2))
  expect(paths).toEqual(['/api/posts?lang=fr&page=1'])
})

test('a page of the list that is late is fetched alone', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2', POSTS_WAIT_MS: '50' })
  await using visitor = await openBrowser(site.url)
  ghost.state.delayMs = 300
  const paths = asked(visitor)

  await visitor.open('/blog?page=2')
  await expect.poll(() => titles(visitor)).toEqual(numbered(3, 4))
  expect(paths).toEqual(['/api/posts?lang=fr&page=2'])
})

test('the next page is added below the list, which gets its address and says so', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/blog')
  await visitor.mark()
  await page
    .locator('main article')
    .first()
    .evaluate((card) => Object.assign(card, { isTheSame: true }))
  await page.evaluate(() => {
    document.startViewTransition = () => {
      throw new Error('a transition was begun')
    }
  })
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
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url, { width: 390, height: 400 })
  const { page } = visitor
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
  expect(
    await page
      .locator('main article')
      .nth(2)
      .evaluate((card) => card.getBoundingClientRect().top),
  ).toBeLessThan(400)
})

test('back takes away what was added, forward adds it again, each at the place that was left', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
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
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
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

test('a list that a link led to keeps its cards when it grows', async () => {
  await using ghost = await startFakeGhost(Array.from({ length: 30 }, (_, index) => fakePost(`article-${index}`)))
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '15' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/about')
  const release = await visitor.hold('**/api/posts?lang=fr&page=1')
  await page.locator('footer a[href$="/blog"]').click()
  await page.locator('main').getByRole('status').getByText(fr.loading).waitFor()
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

test('a reload shows the page of the address alone, as the server sends it, and so does a link to newer ones', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/blog')
  await older(visitor).click()
  await expect.poll(() => titles(visitor)).toEqual(numbered(1, 2, 3, 4))

  await page.reload()
  expect(await titles(visitor)).toEqual(numbered(3, 4))
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })))
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
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

test('a next page that cannot be had leaves the list as it is, says so, and can be asked for again', async () => {
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
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
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  await visitor.open('/blog')
  await visitor.page.route('**/api/posts?lang=fr&page=2', (route) => route.fulfill({ status: 404 }))

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

test('from a list that has grown the toggle leads to the first page of the other language', async () => {
  const english = [6, 7, 8].map((number) => fakePost(`article-${number}`, { tags: [tags.en] }))
  await using ghost = await startFakeGhost([...posts, ...english])
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
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
  const english = [6, 7, 8].map((number) => fakePost(`article-${number}`, { tags: [tags.en] }))
  await using ghost = await startFakeGhost([...posts, ...english])
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url, { cookie: 'en' })
  const { page } = visitor
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
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite({ ...ghost.env, BLOG_PAGE_SIZE: '2' })
  await using visitor = await openBrowser(site.url, { javaScript: false })
  await visitor.open('/blog')
  await older(visitor).click()
  expect(await titles(visitor)).toEqual(numbered(3, 4))
  await newer(visitor).click()
  expect(await titles(visitor)).toEqual(numbered(1, 2))
})
