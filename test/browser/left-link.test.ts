import { afterAll, expect, test } from 'vitest'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { shareBrowser } from '../support/share-browser.ts'
import { startSite } from '../support/start-site.ts'
import { focused, place } from './listed-posts.ts'

const posts = Array.from({ length: 12 }, (_, index) => fakePost(`article-${index}`, { tags: [tags.fr] }))
const ghost = await startFakeGhost(posts)
afterAll(() => ghost[Symbol.asyncDispose]())
const site = await startSite(ghost.env)
afterAll(() => site[Symbol.asyncDispose]())
const visitor = await shareBrowser(site.url, { reducedMotion: 'reduce' })
const { page } = visitor

test('back leads the focus to the link that was followed, and the Tab key goes on from there', async () => {
  await visitor.open('/blog')
  await page.getByRole('link', { name: 'Titre de article-9', exact: true }).focus()
  const left = await place(visitor)
  expect(left).toBeGreaterThan(500)
  await page.keyboard.press('Enter')
  await page.locator('main h1:focus').getByText('Titre de article-9').waitFor()

  await page.goBack()

  await expect.poll(() => focused(visitor)).toBe('Titre de article-9')
  expect(await place(visitor)).toBe(left)
  await page.keyboard.press('Tab')
  expect(await focused(visitor)).toBe('Titre de article-10')
})

test('back leads the focus to the heading where the link that the page has too is out of the window', async () => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await visitor.open('/')
  expect(await page.locator('main a[href="/ai"]').evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThan(
    300,
  )
  await page.locator('header a[href="/ai"]').click()
  await page.locator('main h1:focus').waitFor()

  await page.goBack()

  await page.waitForURL(`${site.url}/`)
  await page.locator('main h1:focus').waitFor()
})
