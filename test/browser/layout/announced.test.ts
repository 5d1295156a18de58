import { expect, test } from 'vitest'
import blog from '../../../locales/en/blog.json'
import common from '../../../locales/en/common.json'
import { openBrowser, visit } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'

type Visitor = Awaited<ReturnType<typeof openBrowser>>

/** Records what a screen reader announces from now on: changes in live regions that stay and are not busy. */
async function listenTo({ page }: Visitor): Promise<() => Promise<string[]>> {
  const announcements = await page.evaluateHandle(() => {
    const announcements: string[] = []
    const region = document.querySelector('body > [aria-live=polite]')
    let last = region?.textContent
    new MutationObserver(() => {
      if (!region?.isConnected || region.closest('[aria-busy=true]') || region.textContent === last) return
      last = region.textContent
      if (last) announcements.push(last)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    return announcements
  })
  return () => announcements.jsonValue()
}

const shown = (title: string) => common.navigation.announced.replace('{{title}}', title)

test.each([
  { what: 'posts', posts: [fakePost('an-article', { tags: [tags.en] })], announced: shown(blog.meta.title) },
  { what: 'no posts', posts: [], announced: blog.empty },
  { what: 'status 503', posts: null, announced: blog.empty },
])('a late list shows and announces that it is loading, then its outcome: $what', async ({ posts, announced }) => {
  const { ghost, site } = await startSiteWithGhost(posts ?? [])
  if (posts === null) ghost.state.behaviour = 'answers 500'
  const { page, visitor } = await visit(site.url)
  await visitor.open('/en')
  await visitor.mark()
  const readAnnouncements = await listenTo(visitor)
  const announcements = async () => (await readAnnouncements()).filter((words) => words !== common.navigation.loading)
  const release = await visitor.hold('**/api/posts?lang=en')

  await page.locator('header').getByRole('link', { name: common.nav.blog, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(announcements).toEqual([blog.loading])
  const loading = page.locator('main').getByText(blog.loading)
  await loading.waitFor()
  await page.waitForURL('**/en/blog')
  await page.locator('main h1:focus').waitFor()
  release()

  const expected = [blog.loading, announced]
  await expect.poll(async () => (await announcements()).map((words) => words.split(' | ')[0])).toEqual(expected)
  await loading.waitFor({ state: 'detached' })
  for (const { title } of posts ?? []) await page.getByRole('link', { name: title }).waitFor()
  expect(await visitor.stayed()).toBe(true)
  visitor.takeMessages()
})

test('a late page leaves the current page, and one live region announces loading, then its title', async () => {
  await using site = await startSite()
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await visitor.open('/en')
  const readAnnouncements = await listenTo(visitor)
  const release = await visitor.hold(/\/assets\/about-/)

  await page.locator('footer').getByRole('link', { name: common.nav.about }).click()
  await page.locator('main[aria-busy="true"]').waitFor()
  await expect.poll(readAnnouncements).toEqual([common.navigation.loading])
  expect(new URL(page.url()).pathname).toBe('/en')
  expect(await page.locator('h1').count()).toBe(1)
  release()

  await page.waitForURL('**/about')
  await page.locator('main h1:focus').waitFor()
  await page.locator('main[aria-busy="false"]').waitFor()
  await expect.poll(readAnnouncements).toEqual([common.navigation.loading, shown(await page.title())])
  expect(await page.getByText(common.navigation.loading).count()).toBe(0)
})
