import { afterAll, expect, test } from 'vitest'
import blogFr from '../../../locales/fr/blog.json'
import contactFr from '../../../locales/fr/contact.json'
import { openBrowser, visit } from '../../support/browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { articlesFor, staticPaths } from '../support/addresses.ts'
import { fillIn } from '../support/contact-fields.ts'

const { ghost, site } = await shareSiteWithGhost()
ghost.state.posts = articlesFor(ghost.url)

/** When the visitor leaves, the browser's messages show all violations of the policy. */
test('all pages and forms work with trusted types', async () => {
  const { page, visitor } = await visit(site.url)
  const answer = await visitor.open('/')
  expect(answer?.headers()['content-security-policy']).toMatch(
    /require-trusted-types-for 'script';trusted-types site\b/,
  )
  const block = page.locator('script[type="application/ld+json"]')
  expect(JSON.parse((await block.textContent()) ?? '')).toHaveProperty('@graph')
  await visitor.mark()

  for (const path of [...staticPaths, '/blog', '/blog/un-article', '/blog', '/contact']) {
    await page
      .locator(`a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(site.url + path)
    await page.locator('main h1').waitFor()
    if (path === '/blog/un-article') expect(await page.locator('.prose h2').innerText()).toBe('Un intertitre')
  }
  const { form } = contactFr
  await fillIn(visitor)
  const sent = page.waitForRequest('**/api/contact')
  await page.getByRole('button', { name: form.submit }).click()
  await page.getByRole('status').filter({ hasText: form.success }).waitFor()
  // The worker has run. Only the policy can create its address.
  expect((await sent).postDataJSON()).toHaveProperty('proof')

  await page
    .locator('a[href="/blog"]')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForURL('**/blog')
  await page.locator('input[type="email"]').fill('ada@example.com')
  await page.getByRole('button', { name: blogFr.newsletter.button }).click()
  await page.getByText(blogFr.newsletter.success).waitFor()
  await page.locator('header form[action="/language"] button:visible').first().click()
  await page.waitForURL('**/en/blog')
  expect(await visitor.stayed()).toBe(true)
})

// One page is enough for all rows, since a refused change has no effect.
const watched = await openBrowser(site.url)
afterAll(() => watched[Symbol.asyncDispose]())
await watched.open('/contact')

test.each([
  { name: 'HTML as a text', run: "document.body.innerHTML = '<p>a</p>'" },
  { name: 'HTML beside an element', run: "document.body.insertAdjacentHTML('beforeend', '<p>a</p>')" },
  { name: 'a document of its own', run: "document.createElement('iframe').srcdoc = '<p>a</p>'" },
  { name: 'a script’s address', run: "document.createElement('script').src = '/assets/a.js'" },
  { name: 'a script’s text', run: "document.createElement('script').text = 'a()'" },
  { name: 'a worker’s address', run: "new Worker('/assets/a.js')" },
  { name: 'the site’s policy once more', run: "trustedTypes.createPolicy('site', {})" },
  { name: 'a policy for everything', run: "trustedTypes.createPolicy('default', { createHTML: (html) => html })" },
])('$name is refused', async ({ run }) => {
  const outcome = await watched.page.evaluate(`(() => {
    try { ${run}; return 'done' } catch (error) { return error.name }
  })()`)
  expect(outcome).toBe('TypeError')
  // The browser and the page's listener each report it.
  const messages: string[] = []
  await expect.poll(() => messages.push(...watched.takeMessages())).toBe(2)
  expect(messages.join('\n')).toMatch(/the policy's (require-trusted-types-for|trusted-types) forbids/)
})
