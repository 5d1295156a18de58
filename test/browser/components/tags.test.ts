import { expect, test } from 'vitest'
import { company } from '../../../shared/company.ts'
import common from '../../../locales/fr/common.json'
import fr from '../../../locales/fr/blog.json'
import { visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

const law = { id: 't5', slug: 'loi-25', name: 'Loi 25' }
const posts = [
  fakePost('un-article', { tags: [tags.fr, law] }),
  fakePost('un-autre', { tags: [tags.fr, law, tags.strategie] }),
  fakePost('le-dernier', { tags: [tags.fr, tags.strategie] }),
  fakePost('an-article', { tags: [tags.en, tags.strategie] }),
]

const { site } = await shareSiteWithGhost(posts)
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('a label on a card leads to its topic, the toggle from there to the other language’s list', async () => {
  const { ghost, site } = await startSiteWithGhost(posts)
  const { page, visitor } = await visit(site.url)
  await visitor.open('/blog')
  await visitor.mark()

  await page.locator('article').first().getByRole('link', { name: law.name, exact: true }).click()
  await page.waitForURL('**/blog/tag/loi-25')
  await page.locator('main h1:focus').waitFor()

  expect(await page.locator('main h1').innerText()).toBe(law.name)
  expect(await page.title()).toBe(`${fr.tag.title.replace('{{name}}', law.name)} | ${company.name}`)
  expect(await page.locator('article h2').allInnerTexts()).toEqual(['Titre de un-article', 'Titre de un-autre'])

  await page.getByRole('button', { name: common.toggle.label }).first().click()
  await page.waitForURL('**/en/blog')
  await page.getByRole('link', { name: 'Titre de an-article' }).waitFor()
  expect(await visitor.stayed()).toBe(true)
  // Each language's list is requested once.
  expect(ghost.calls.map((call) => call.searchParams.get('filter'))).toEqual(['tag:fr', 'tag:en'])
})

test('a topic is the same whether a link leads to it or the server sends it', async () => {
  const main = () => page.locator('main').innerText()
  await visitor.open('/blog/tag/strategie')
  const sent = await main()
  await visitor.open('/blog/un-autre')

  await page.locator('article footer').getByRole('link', { name: 'Stratégie' }).click()
  await page.waitForURL('**/blog/tag/strategie')

  await expect.poll(main).toBe(sent)
})

test('a missing topic shows the error screen, in the browser too', async () => {
  await visitor.open('/blog/tag/inconnu')
  await page.getByRole('heading', { level: 1, name: common.error.notFound.title }).waitFor()
  expect(visitor.takeMessages()).toEqual([expect.stringContaining('404 (Not Found) (/blog/tag/inconnu)')])

  await page.locator('header').getByRole('link', { name: common.nav.blog }).click()
  await page.getByRole('link', { name: 'Titre de le-dernier' }).waitFor()
})
