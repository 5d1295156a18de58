import { expect, test } from 'vitest'
import { openBrowser, visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const { site } = await shareSiteWithGhost([
  // Long, so that the page can be scrolled far down.
  fakePost('un-article', { html: '<p>Une ligne.</p>'.repeat(60) }),
  fakePost('an-article', { tags: [tags.en] }),
])

const year = 365 * 24 * 60 * 60

test('the toggle sets a cookie for a year, for the whole site, that cross-site posts do not carry', async () => {
  await using visitor = await openBrowser(site.url)
  await visitor.open('/ai')

  await visitor.page.getByRole('button', { name: 'EN' }).click()
  await visitor.page.waitForURL(`${site.url}/en/ai`)

  const [cookie, ...rest] = await visitor.context.cookies()
  expect(rest).toEqual([])
  expect(cookie).toMatchObject({ name: 'i18next', value: 'en', path: '/', sameSite: 'Lax', secure: false })
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - year)).toBeLessThan(60)
})

test('the list shows the posts of the language that the toggle leads to, also at the same address', async () => {
  const { page, visitor } = await visit(site.url, { cookie: 'en' })
  await visitor.open('/blog')
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  await visitor.mark()

  await page.getByRole('button', { name: 'FR' }).click()
  await page.getByRole('link', { name: 'Titre de un-article' }).waitFor()
  await page.getByText('21 septembre 2026').waitFor()
  expect(new URL(page.url()).pathname).toBe('/blog')

  await page.getByRole('button', { name: 'EN' }).click()
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  await page.getByText('September 21, 2026').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en/blog')

  await page.getByRole('button', { name: 'FR' }).click()
  await page.waitForURL(`${site.url}/blog`)
  await page.locator('html[lang="fr"]').waitFor()
  expect(await visitor.stayed()).toBe(true)
})

test('a toggle far down an article shows the top of the other list, and its heading has the focus', async () => {
  const { page, visitor } = await visit(site.url, { width: 360, height: 400 })
  await visitor.open('/blog/un-article')
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)

  // Playwright's own click would scroll.
  await page.getByRole('button', { name: /^EN/ }).evaluate((button: HTMLElement) => button.click())

  await page.waitForURL(`${site.url}/en/blog`)
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  await page.locator('main h1:focus').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})
