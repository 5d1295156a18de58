import { expect, test } from 'vitest'
import texts from '../../locales/fr/blog.json'
import common from '../../locales/fr/common.json'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

test('on the way to the list the loading text shows, then the posts', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/')
  await visitor.mark()
  const release = await visitor.hold('**/api/posts?lang=fr')

  await page.locator('header').getByRole('link', { name: common.nav.blog }).click()

  await page.locator('main').getByText(texts.loading).waitFor()
  await page.waitForURL('**/blog')
  await page.locator('main h1:focus').waitFor()
  release()
  await page.getByRole('link', { name: 'Titre de un-article' }).waitFor()
  expect(await page.locator('main').getByText(texts.loading).count()).toBe(0)
  expect(await visitor.stayed()).toBe(true)
})

test('on the way to an article the loading text shows, then the article with its own title, address and heading', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/blog')
  await visitor.mark()
  const release = await visitor.hold('**/api/posts/un-article?lang=fr')

  await page.getByRole('link', { name: 'Titre de un-article' }).click()

  await page.locator('main').getByText(texts.loadingPost).waitFor()
  release()
  await page.getByText('Corps de un-article.').waitFor()
  expect(await page.locator('main').getByText(texts.loadingPost).count()).toBe(0)
  expect(await page.title()).toBe('Titre de un-article | Nordet')
  expect(await page.locator('title').count()).toBe(1)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/blog/un-article`)
  expect(await page.getByText('21 septembre 2026').count()).toBe(1)
  expect(await visitor.stayed()).toBe(true)
})

test('an article that arrives takes the focus to its heading, and its title is announced', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/blog')
  const release = await visitor.hold('**/api/posts/un-article?lang=fr')

  await page.getByRole('link', { name: 'Titre de un-article' }).click()
  await page.locator('main').getByText(texts.loadingPost).waitFor()
  release()

  await page.locator('main h1:focus').getByText('Titre de un-article').waitFor()
  const announced = common.navigation.announced.replace('{{title}}', 'Titre de un-article | Nordet')
  await page.locator('[aria-live="polite"]').getByText(announced).waitFor({ state: 'attached' })
})

test('a link to an article that is gone by now leads to the not-found title, without a page load', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/blog')
  await visitor.mark()
  ghost.state.posts = []

  await page.getByRole('link', { name: 'Titre de un-article' }).click()

  await page.getByRole('heading', { level: 1, name: texts.notFound.title }).waitFor()
  await page.getByText(texts.notFound.description).waitFor()
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await visitor.stayed()).toBe(true)
  // Once or twice: the pointer on the link may have asked before the click.
  expect([...new Set(visitor.takeMessages())]).toEqual([
    expect.stringContaining('404 (Not Found) (/api/posts/un-article?lang=fr)'),
  ])
})

test('an article that was withdrawn is said to be gone once it was asked for again', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  const article = page.locator('main').getByRole('link', { name: 'Titre de un-article' })
  await page.clock.install()
  await visitor.open('/blog')
  await visitor.mark()
  await article.click()
  await page.getByText('Corps de un-article.').waitFor()
  await page.locator('header').getByRole('link', { name: common.nav.blog, exact: true }).click()
  await page.route('**/api/posts/un-article?lang=fr', (route) => route.fulfill({ status: 404 }))
  await page.clock.fastForward(31_000)

  await article.hover()
  // Answered after what the pointer asked for.
  await page.evaluate(() => fetch('/api/posts/un-article?lang=fr'))
  await article.click()

  await page.getByRole('heading', { level: 1, name: texts.notFound.title }).waitFor()
  expect(await visitor.stayed()).toBe(true)
  visitor.takeMessages()
})

test('going back from a page shows the former one where it was left', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/archiving')
  await visitor.mark()
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))

  // By its own click: Playwright's would scroll the link into view.
  await page.locator('header a[href="/about"]').dispatchEvent('click')
  await page.waitForURL('**/about')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()

  await page.waitForURL('**/archiving')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1500)
  expect(await visitor.stayed()).toBe(true)
})

test('going back from an article, however long it was read, shows the list where it was left', async () => {
  await using ghost = await startFakeGhost(Array.from({ length: 40 }, (_, index) => fakePost(`article-${index}`)))
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url, { reducedMotion: 'reduce' })
  const { page } = visitor
  await visitor.open('/blog')
  await visitor.mark()
  const release = await visitor.hold('**/api/posts?lang=fr')
  const link = page.getByRole('link', { name: 'Titre de article-30' })
  await link.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(500)

  await link.click()
  await page.getByText('Corps de article-30.').waitFor()
  await page.clock.setFixedTime(Date.now() + 10 * 60_000)
  await page.goBack()
  await page.waitForURL('**/blog')
  await page.locator('main').getByText(texts.loading).or(link).first().waitFor()
  release()

  await link.waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  expect(await visitor.stayed()).toBe(true)
})

/** A list that this document has not loaded: the article that it led to was reloaded. */
async function readArticleOfLongList(visitor: Visitor, left: number) {
  const { open, page } = visitor
  await open('/')
  await page.locator('footer a[href="/blog"]').click()
  const card = page.getByRole('link', { name: 'Titre de article-5' })
  await card.waitFor()
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), left)
  await card.dispatchEvent('click')
  await page.getByText('Corps de article-5.').waitFor()
  await page.reload()
  await page.keyboard.press('Shift')
  await page.locator('header button[aria-expanded]').first().waitFor({ state: 'attached' })
  return card
}

test.each([1500, 4000])(
  'back to a list that has to come first leads to the place that was left, at %i',
  async (left) => {
    await using ghost = await startFakeGhost(Array.from({ length: 30 }, (_, index) => fakePost(`article-${index}`)))
    await using site = await startSite(ghost.env)
    await using visitor = await openBrowser(site.url, { width: 360, height: 740, reducedMotion: 'reduce' })
    const { page } = visitor
    const card = await readArticleOfLongList(visitor, left)
    const release = await visitor.hold('**/api/posts?lang=fr')

    await page.goBack()
    await page.locator('main').getByText(texts.loading).waitFor()
    release()

    await card.waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  },
)

test('whoever has moved on before the list comes is not taken back to the place that was left', async () => {
  await using ghost = await startFakeGhost(Array.from({ length: 30 }, (_, index) => fakePost(`article-${index}`)))
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url, { width: 360, height: 740, reducedMotion: 'reduce' })
  const { page } = visitor
  const card = await readArticleOfLongList(visitor, 4000)
  const release = await visitor.hold('**/api/posts?lang=fr')

  await page.goBack()
  await page.locator('main').getByText(texts.loading).waitFor()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  release()

  await card.waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a pointer on a link fetches what its page needs, so that the link works even when the connection is gone', async () => {
  await using ghost = await startFakeGhost()
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/blog')
  const link = page.getByRole('link', { name: 'Titre de un-article' })
  const code = page.waitForResponse(/\/assets\/article-/)
  const post = page.waitForResponse('**/api/posts/un-article?lang=fr')

  await link.hover()
  for (const answer of [await code, await post]) await answer.finished()
  await page.route(/\/(api|assets|blog)\//, (route) => route.abort())
  await link.click()

  await page.getByText('Corps de un-article.').waitFor()
})
