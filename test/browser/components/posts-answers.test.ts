import { expect, test } from 'vitest'
import texts from '../../../locales/fr/blog.json'
import common from '../../../locales/fr/common.json'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

const { site } = await shareSiteWithGhost([fakePost('un-article')])
const visitor = await shareBrowser(site.url)
const { page } = visitor

// Bodies of another shape, and one that is not JSON.
const bodies = rowsOf(['{"posts":{"length":1}}', '<!doctype html>'], ['{}', 'null', '[]', '{"posts":null}'])

test.each(bodies)('an answer for the list that is %s is logged on the console, and the list is empty', async (body) => {
  await visitor.open('/')
  await page.route('**/api/posts?lang=fr', (route) => route.fulfill({ body }))

  await page.locator('header').getByRole('link', { name: common.nav.blog }).click()

  await page.locator('main').getByText(texts.empty).waitFor()
  // The pointer on the link may already have sent a request before the click.
  expect([...new Set(visitor.takeMessages())]).toEqual([expect.stringContaining('GET /api/posts?lang=fr failed')])
})

test.each(bodies)('an answer for an article that is %s is logged on the console, and not found', async (body) => {
  await visitor.open('/blog')
  await page.route('**/api/posts/un-article?lang=fr', (route) => route.fulfill({ body }))

  await page.getByRole('link', { name: 'Titre de un-article' }).click()

  await page.getByRole('heading', { level: 1, name: texts.notFound.title }).waitFor()
  expect([...new Set(visitor.takeMessages())]).toEqual([
    expect.stringContaining('GET /api/posts/un-article?lang=fr failed'),
  ])
})

test('changes since a former visit are shown, even if the browser has stored the old answer', async () => {
  let minutes = 0
  const now = () => Date.UTC(2026, 9, 1) + minutes * 60_000
  const { ghost, site } = await startSiteWithGhost([fakePost('un-article')], {}, now)
  const { page, visitor } = await visit(site.url)
  const list = page.locator('main')
  const blog = page.locator('header').getByRole('link', { name: common.nav.blog, exact: true })
  await visitor.open('/')
  await blog.click()
  await list.getByText('Titre de un-article').waitFor()
  ghost.state.posts = [fakePost('un-article', { title: 'Un autre titre' })]
  minutes = 2
  await expect.poll(async () => (await fetch(`${site.url}/api/posts?lang=fr`)).text()).toContain('Un autre titre')

  await visitor.open('/')
  await blog.click()

  await list.getByText('Un autre titre').waitFor()
  expect(await list.getByText('Titre de un-article').count()).toBe(0)
})
