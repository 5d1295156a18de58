import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost, tags } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'
import { focused, place } from './listed-posts.ts'

test('back leads the focus to the link that was followed, and the Tab key goes on from there', async () => {
  const posts = Array.from({ length: 12 }, (_, index) => fakePost(`article-${index}`, { tags: [tags.fr] }))
  await using ghost = await startFakeGhost(posts)
  await using site = await startSite(ghost.env)
  await using visitor = await openBrowser(site.url, { reducedMotion: 'reduce' })
  const { page } = visitor
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
  await using site = await startSite()
  await using visitor = await openBrowser(site.url, { height: 300, reducedMotion: 'reduce' })
  const { page } = visitor
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
