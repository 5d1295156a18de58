import { expect, test } from 'vitest'
import blog from '../../locales/en/blog.json'
import common from '../../locales/en/common.json'
import { openBrowser, visit } from '../support/browser.ts'
import { fakePost, tags } from '../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../support/start-site.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** Records each change of the words that a screen reader announces, from now on: in regions that stay and are not busy. */
async function listenTo({ page }: Visitor): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const heard: string[] = []
    const region = document.querySelector('body > [aria-live=polite]')
    let last = region?.textContent
    new MutationObserver(() => {
      if (!region?.isConnected || region.closest('[aria-busy=true]') || region.textContent === last) return
      last = region.textContent
      if (last) heard.push(last)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    return heard
  })
  return () => said.jsonValue()
}

const shown = (title: string) => common.navigation.announced.replace('{{title}}', title)

test.each([
  { what: 'posts', posts: [fakePost('an-article', { tags: [tags.en] })], told: shown(blog.meta.title) },
  { what: 'no posts', posts: [], told: blog.empty },
  { what: 'status 503', posts: null, told: blog.empty },
])('a list that is late shows and says that it is on its way, then what came of it: $what', async ({ posts, told }) => {
  const { ghost, site } = await startSiteWithGhost(posts ?? [])
  if (posts === null) ghost.state.behaviour = 'answers 500'
  const { page, visitor } = await visit(site.url)
  await visitor.open('/en')
  await visitor.mark()
  const said = await listenTo(visitor)
  const heard = async () => (await said()).filter((words) => words !== common.navigation.loading)
  const release = await visitor.hold('**/api/posts?lang=en')

  await page.locator('header').getByRole('link', { name: common.nav.blog, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(heard).toEqual([blog.loading])
  const loading = page.locator('main').getByText(blog.loading)
  await loading.waitFor()
  await page.waitForURL('**/en/blog')
  await page.locator('main h1:focus').waitFor()
  release()

  await expect.poll(async () => (await heard()).map((words) => words.split(' | ')[0])).toEqual([blog.loading, told])
  await loading.waitFor({ state: 'detached' })
  for (const { title } of posts ?? []) await page.getByRole('link', { name: title }).waitFor()
  expect(await visitor.stayed()).toBe(true)
  visitor.takeMessages()
})

test('while the code of a page is late the present one stays, and it is said to be on its way, then by its title, in one region outside of what is busy', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/en')
  const said = await listenTo(visitor)
  const release = await visitor.hold(/\/assets\/about-/)

  await page.locator('footer').getByRole('link', { name: common.nav.about }).click()
  await page.locator('main[aria-busy="true"]').waitFor()
  await expect.poll(said).toEqual([common.navigation.loading])
  expect(new URL(page.url()).pathname).toBe('/en')
  expect(await page.locator('h1').count()).toBe(1)
  release()

  await page.waitForURL('**/about')
  await page.locator('main h1:focus').waitFor()
  await page.locator('main[aria-busy="false"]').waitFor()
  await expect.poll(said).toEqual([common.navigation.loading, shown(await page.title())])
  expect(await page.getByText(common.navigation.loading).count()).toBe(0)
})
