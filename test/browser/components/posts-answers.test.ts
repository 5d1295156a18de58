import { expect, test } from 'vitest'
import texts from '../../../locales/fr/blog.json'
import common from '../../../locales/fr/common.json'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

const { site } = await shareSiteWithGhost([fakePost('un-article')])

// Bodies of another shape, and one that is not JSON.
const bodies = rowsOf(['{"posts":{"length":1}}', '<!doctype html>'], ['{}', 'null', '[]', '{"posts":null}'])

test.each(bodies)('an invalid answer, %s, is logged: the list is empty, and an article is not found', async (body) => {
  const { page, visitor } = await visit(site.url)
  const answer = (path: string) => page.route(path, (route) => route.fulfill({ body }))
  // The pointer on the link may also have sent a request before the click.
  const logged = () => [...new Set(visitor.takeMessages())]
  await visitor.open('/blog')
  await answer('**/api/posts/un-article?lang=fr')
  await page.getByRole('link', { name: 'Titre de un-article' }).click()
  await page.getByRole('heading', { level: 1, name: texts.notFound.title }).waitFor()
  expect(logged()).toEqual([expect.stringContaining('GET /api/posts/un-article?lang=fr failed')])

  await visitor.open('/')
  await answer('**/api/posts?lang=fr')
  await page.locator('header').getByRole('link', { name: common.nav.blog }).click()
  await page.locator('main').getByText(texts.empty).waitFor()
  expect(logged()).toEqual([expect.stringContaining('GET /api/posts?lang=fr failed')])
})

test('changes since the last visit are shown, even if the browser has stored the old answer', async () => {
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
