import { expect, test } from 'vitest'
import blog from '../../../locales/fr/blog.json'
import { visit } from '../../support/browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { holdForms } from '../support/late-script.ts'

const { site } = await shareSiteWithGhost()

const bundle = '**/assets/entry-client*.js'

test('an address submitted before hydration waits for it, and the button is disabled meanwhile', async () => {
  const { page, visitor } = await visit(site.url)
  await holdForms(page)
  await page.goto('/blog')
  await visitor.mark()
  const form = page.locator('form[action="/api/newsletter"]').first()
  const file = page.waitForResponse(bundle)
  await form.locator('input[type="email"]').fill('lectrice@example.com')
  await file
  const release = await visitor.hold('**/api/newsletter')

  await form.locator('button').click()

  await form.locator('button:disabled').waitFor()
  release()
  await page.getByText(blog.newsletter.success).waitFor()
  expect(await visitor.stayed()).toBe(true)
})

test('a toggle clicked before hydration waits for it, and keeps the page and scroll position', async () => {
  const { page, visitor } = await visit(site.url)
  await holdForms(page)
  // With React, the two clicks would lead to the other language and back.
  const release = await visitor.hold(bundle)
  await page.goto('/ai')
  await visitor.mark()
  await page.evaluate(() => scrollTo(0, 700))
  const toggle = page.getByRole('button', { name: 'EN' })
  await toggle.hover()

  await toggle.dblclick()
  release()

  await page.waitForURL('**/en/ai')
  await page.locator('html[lang="en"]').waitFor()
  expect(await visitor.stayed()).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(400)
})

test('a toggle is submitted once as a form if React loads too late', async () => {
  const { page, visitor } = await visit(site.url)
  const endWait = await holdForms(page)
  const release = await visitor.hold(bundle)
  await page.goto('/ai')
  await visitor.mark()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })

  await page.getByRole('button', { name: 'EN' }).dblclick()
  await endWait()

  await page.waitForURL('**/en/ai')
  expect(await visitor.stayed()).toBe(false)
  release()
  await visitor.takeOver()
  expect(posts).toEqual(['/language'])
})
