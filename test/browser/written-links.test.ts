import { expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { fakePost, startFakeGhost } from '../support/fake-ghost.ts'
import { startSite } from '../support/start-site.ts'

const htmlFor = (cms: string) => `<p><a href="${cms}/second/">Second</a>,
  <a href="/en/contact#form">Contact</a>, <a href="#place">Place</a>, <a href="${cms}/content/files/a.txt">File</a></p>
  <h2 id="place">Here</h2>`

async function openFirst() {
  const ghost = await startFakeGhost()
  ghost.state.posts = [fakePost('first', { html: htmlFor(ghost.url) }), fakePost('second')]
  const site = await startSite(ghost.env)
  const visitor = await openBrowser(site.url)
  await visitor.open('/blog/first')
  await visitor.mark()
  const link = (name: string) => visitor.page.locator('.prose').getByRole('link', { name, exact: true })
  return {
    ...visitor,
    link,
    async [Symbol.asyncDispose]() {
      await visitor[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
      await ghost[Symbol.asyncDispose]()
    },
  }
}

test('a link that an author wrote to another article fetches it beforehand, and leads there without a page load', async () => {
  await using visitor = await openFirst()
  const { page, link } = visitor

  const fetching = page.waitForRequest('**/api/posts/second?lang=fr')
  await link('Second').hover()
  await fetching
  await link('Second').click()

  await page.locator('main h1:focus').getByText('Titre de second').waitFor()
  expect(new URL(page.url()).pathname).toBe('/blog/second')
  expect(await visitor.stayed()).toBe(true)
})

test('one to a place on another page leads there, in its own language, without a page load', async () => {
  await using visitor = await openFirst()
  await visitor.link('Contact').click()
  await visitor.page.locator('#contact-message').waitFor()
  expect(visitor.page.url()).toMatch(/\/en\/contact#form$/)
  expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en')
  expect(await visitor.stayed()).toBe(true)
})

test('one to a place in the same article is the browser’s own', async () => {
  await using visitor = await openFirst()
  await visitor.link('Place').click()
  await expect.poll(() => visitor.page.evaluate(() => document.querySelector(':target')?.id)).toBe('place')
  expect(await visitor.stayed()).toBe(true)
})

test('one to a file is the browser’s own too', async () => {
  await using visitor = await openFirst()
  const [asked] = await Promise.all([
    visitor.page.waitForRequest('**/content/files/a.txt'),
    visitor.link('File').click(),
  ])
  expect(asked.isNavigationRequest()).toBe(true)
  visitor.takeMessages()
})

test('with a modifier one opens another tab, and the article stays', async () => {
  await using visitor = await openFirst()
  const [tab] = await Promise.all([
    visitor.context.waitForEvent('page'),
    visitor.link('Second').click({ modifiers: ['Control'] }),
  ])
  await tab.waitForURL('**/blog/second')
  expect(new URL(visitor.page.url()).pathname).toBe('/blog/first')
})
