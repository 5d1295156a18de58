import { expect, test } from 'vitest'
import { languages } from '../../../shared/language.ts'
import { isInSight, openBrowser } from '../../support/browser.ts'
import { fakePost, tags } from '../../support/fake-ghost.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'

const htmlFor = (cms: string) => `<p><a href="${cms}/second/">Second</a>,
  <a href="/en/contact#form">Contact</a>, <a href="#place">Place</a>, <a href="${cms}/content/files/a.txt">File</a>,
  <a href="#/portal/signup">Subscribe</a></p>
  <p><a href="${cms}/second/#etapes">Steps</a></p>
  <h2 id="place">Here</h2>`

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = [
  fakePost('first', { html: htmlFor(ghost.url) }),
  fakePost('second', { html: `${'<p>Un.</p>'.repeat(80)}<h2 id="etapes">Étapes</h2>` }),
  ...Array.from({ length: 12 }, (_, index) => fakePost(`english-${index}`, { tags: [tags.en] })),
  fakePost('the-first', { html: htmlFor(ghost.url), tags: [tags.en] }),
]
const visitor = await shareBrowser(site.url)
const { page } = visitor
const link = (name: string) => page.locator('.prose').getByRole('link', { name, exact: true })

async function openFirst() {
  await visitor.open('/blog/first')
  await visitor.mark()
}

test('an author’s link to another article prefetches it, and leads there without a page load', async () => {
  await openFirst()

  const fetching = page.waitForRequest('**/api/posts/second?lang=fr')
  await link('Second').hover()
  await fetching
  await link('Second').click()

  await page.locator('main h1:focus').getByText('Titre de second').waitFor()
  expect(new URL(page.url()).pathname).toBe('/blog/second')
  expect(await visitor.stayed()).toBe(true)
})

test('a link to a section of an article scrolls there once the article has loaded', async () => {
  await openFirst()
  const release = await visitor.hold('**/api/posts/second?lang=fr')
  await link('Steps').click()
  await page.waitForURL('**/blog/second#etapes')
  release()
  await page.locator('#etapes').waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  expect(await visitor.stayed()).toBe(true)
})

test('a link to a section of another page leads there in its language, without a page load', async () => {
  await openFirst()
  await link('Contact').click()
  await page.locator('#contact-message').waitFor()
  expect(page.url()).toMatch(/\/en\/contact#form$/)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await visitor.stayed()).toBe(true)
})

test('a link of an English article to a French one uses the URL that selects French', async () => {
  // The site needs both lists to know the language of a linked article.
  for (const lang of languages) await fetch(`${site.url}/api/posts?lang=${lang}`)
  await visitor.open('/en/blog/the-first')
  await visitor.mark()
  expect(await link('Second').getAttribute('href')).toBe('/fr/blog/second')
  await link('Second').click()
  await page.waitForURL('**/blog/second')
  await page.getByRole('heading', { level: 1, name: 'Titre de second' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  expect(await visitor.stayed()).toBe(false)
})

test('the browser itself follows links to a section of the article, to a file and to another tab', async () => {
  await openFirst()
  await link('Place').click()
  await expect.poll(() => page.evaluate(() => document.querySelector(':target')?.id)).toBe('place')
  const opened = visitor.context.waitForEvent('page')
  await link('Second').click({ modifiers: ['Control'] })
  await (await opened).waitForURL('**/blog/second')
  expect(new URL(page.url()).pathname).toBe('/blog/first')
  expect(await visitor.stayed()).toBe(true)
  // A response without content keeps the page.
  await page.route('**/content/files/a.txt', (route) => route.fulfill({ status: 204 }))
  const [request] = await Promise.all([page.waitForRequest('**/content/files/a.txt'), link('File').click()])
  expect(request.isNavigationRequest()).toBe(true)
})

test.each([
  { width: 1280, height: 800, javaScript: true, language: 'fr' as const },
  { width: 1280, height: 800, javaScript: false, language: 'en' as const },
])('a link to Ghost’s Portal scrolls a newsletter block into view: %j', async (given) => {
  const { language, ...options } = given
  await using reader = await openBrowser(site.url, options)
  const path = language === 'fr' ? '/blog' : '/en/blog'
  await reader.open(language === 'fr' ? '/blog/first' : '/en/blog/the-first')

  await reader.page.locator('.prose').getByRole('link', { name: 'Subscribe' }).click()

  await reader.page.waitForURL(`**${path}#newsletter`)
  const field = reader.page.locator('#newsletter input[type="email"]')
  await field.waitFor()
  await expect.poll(() => isInSight(field)).toBe(true)
})
