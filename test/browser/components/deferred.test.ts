import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import texts from '../../../locales/fr/blog.json'
import common from '../../../locales/fr/common.json'
import { fakePost } from '../../support/fake-ghost.ts'
import { signatureHeader, webhookSecret } from '../../support/ghost-delivery.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { ghost, site } = await shareSiteWithGhost(
  [
    fakePost('un-article'),
    fakePost('un-autre'),
    ...Array.from({ length: 40 }, (_, index) => fakePost(`article-${index}`)),
  ],
  { GHOST_WEBHOOK_SECRET: webhookSecret },
)
const visitor = await shareBrowser(site.url)
const { page } = visitor
const phone = await shareBrowser(site.url, { width: 360, height: 740, reducedMotion: 'reduce' })
/** A visitor whose clock can be advanced. */
const clocked = await shareBrowser(site.url, { reducedMotion: 'reduce' })
await clocked.page.clock.install()

test('the search field keeps its place while its code loads', async () => {
  const { hold, open, page } = phone
  const release = await hold('**/assets/search-field-*.js')
  await open('/')
  await page.locator('footer a[href="/blog"]').click()
  const card = page.locator('main li').first()
  await card.waitFor()
  await page.locator('main h1:focus').waitFor()
  // A font that loads later would move it.
  await page.evaluate(() => document.fonts.ready)
  const top = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  expect(await page.locator('main form[role=search]').count()).toBe(0)

  release()

  await page.locator('main form[role=search]').waitFor()
  expect(await top()).toBe(before)
})

test('a click shows the loading text, then the article with its title and URL, and focuses its heading', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  const release = await visitor.hold('**/api/posts/un-article?lang=fr')

  await page.getByRole('link', { name: 'Titre de un-article' }).click()

  await page.locator('main').getByText(texts.loadingPost).waitFor()
  release()
  await page.getByText('Corps de un-article.').waitFor()
  await page.locator('main h1:focus').getByText('Titre de un-article').waitFor()
  const announced = common.navigation.announced.replace('{{title}}', `Titre de un-article | ${company.name}`)
  await page.locator('[aria-live="polite"]').getByText(announced).waitFor({ state: 'attached' })
  expect(await page.locator('main').getByText(texts.loadingPost).count()).toBe(0)
  expect(await page.title()).toBe(`Titre de un-article | ${company.name}`)
  expect(await page.locator('title').count()).toBe(1)
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${site.url}/blog/un-article`)
  expect(await page.locator('article > header').getByText('21 septembre 2026').count()).toBe(1)
  expect(await visitor.stayed()).toBe(true)
})

test('a link to a withdrawn article leads to the not-found title, without a page load', async () => {
  await visitor.open('/blog')
  await visitor.mark()
  ghost.state.posts = ghost.state.posts.filter(({ slug }) => slug !== 'un-autre')
  const signature = signatureHeader('{}', webhookSecret, Date.now())
  const headers = { 'Content-Type': 'application/json', 'X-Ghost-Signature': signature }
  expect((await fetch(`${site.url}/webhooks/ghost`, { method: 'POST', headers, body: '{}' })).status).toBe(204)
  const list = () => fetch(`${site.url}/api/posts?lang=fr`).then((answer) => answer.text())
  await expect.poll(list).not.toContain('un-autre')

  await page.getByRole('link', { name: 'Titre de un-autre' }).click()

  await page.getByRole('heading', { level: 1, name: texts.notFound.title }).waitFor()
  await page.getByText(texts.notFound.description).waitFor()
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await visitor.stayed()).toBe(true)
  // The pointer on the link may already have sent a request before the click.
  expect([...new Set(visitor.takeMessages())]).toEqual([
    expect.stringContaining('404 (Not Found) (/api/posts/un-autre?lang=fr)'),
  ])
})

test('a withdrawn article is shown as missing after the next request', async () => {
  const { page } = clocked
  const article = page.locator('main').getByRole('link', { name: 'Titre de un-article' })
  await clocked.open('/blog')
  await clocked.mark()
  await article.click()
  await page.getByText('Corps de un-article.').waitFor()
  await page.locator('header').getByRole('link', { name: common.nav.blog, exact: true }).click()
  await page.route('**/api/posts/un-article?lang=fr', (route) => route.fulfill({ status: 404 }))
  await page.clock.fastForward(31_000)

  await article.hover()
  // The server answers this after the pointer's request.
  await page.evaluate(() => fetch('/api/posts/un-article?lang=fr'))
  await article.click()

  await page.getByRole('heading', { level: 1, name: texts.notFound.title }).waitFor()
  expect(await clocked.stayed()).toBe(true)
  clocked.takeMessages()
})

test('going back from an article, even after a long time, restores the list’s scroll position', async () => {
  const { page } = clocked
  await clocked.open('/blog')
  await clocked.mark()
  const release = await clocked.hold('**/api/posts?lang=fr')
  const link = page.getByRole('link', { name: 'Titre de article-30' })
  await link.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(500)

  await link.click()
  await page.getByText('Corps de article-30.').waitFor()
  await page.clock.fastForward(10 * 60_000)
  await page.goBack()
  await page.waitForURL('**/blog')
  await page.locator('main').getByText(texts.loading).or(link).first().waitFor()
  release()

  await link.waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  expect(await clocked.stayed()).toBe(true)
})

/** Shows an article whose document, loaded anew, has not loaded the list; before it the list was left at `place`. */
async function showArticleAlone(place: number) {
  const { open, page, takeOver } = phone
  await open('/')
  await page.locator('footer a[href="/blog"]').click()
  const card = page.getByRole('link', { name: 'Titre de article-5' })
  await card.waitFor()
  await page.locator('main h1:focus').waitFor()
  await scrollTo(place)
  await card.dispatchEvent('click')
  await page.getByText('Corps de article-5.').waitFor()
  await page.reload()
  await takeOver()
}

async function scrollTo(place: number) {
  // A font that loads later would move the content.
  await phone.page.evaluate(() => document.fonts.ready)
  await phone.page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), place)
}
const phonePlace = () => phone.page.evaluate(() => window.scrollY)

test.each([1500, 4000])('going back to a list that must be fetched restores the scroll position %i', async (left) => {
  const { hold, page } = phone
  await showArticleAlone(left)
  const release = await hold('**/api/posts?lang=fr')

  await page.goBack()
  await page.locator('main[aria-busy="true"]').waitFor()
  release()

  await page.getByRole('link', { name: 'Titre de article-5' }).waitFor()
  await expect.poll(phonePlace).toBe(left)
})

test('going forward before the list has loaded restores the scroll position', async () => {
  const { hold, page } = phone
  await showArticleAlone(0)
  await scrollTo(200)
  const release = await hold('**/api/posts?lang=fr')

  await page.goBack()
  await page.locator('main[aria-busy="true"]').waitFor()
  await page.goForward()
  await page.locator('main[aria-busy="false"]').waitFor()
  release()

  await expect.poll(phonePlace).toBe(200)
})

test('a pointer on a link fetches its whole page, so that the link works offline', async () => {
  await visitor.open('/blog')
  const link = page.getByRole('link', { name: 'Titre de un-article' })
  const code = page.waitForResponse(/\/assets\/article-.*\.js/)
  const style = page.waitForResponse(/\/assets\/article-.*\.css/)
  const post = page.waitForResponse('**/api/posts/un-article?lang=fr')

  await link.hover()
  for (const answer of [await code, await style, await post]) await answer.finished()
  await page.route(/\/(api|assets|blog)\//, (route) => route.abort())
  await link.click()

  await page.getByText('Corps de un-article.').waitFor()
})
