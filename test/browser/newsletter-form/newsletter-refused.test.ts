import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import fr from '../../../locales/fr/blog.json'
import { visit } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })
const visitor = await shareBrowser(site.url)
const { page } = visitor

test('when the site cannot be reached the error shows, the address stays, and a second try succeeds', async () => {
  await visitor.open('/en/blog')
  const field = page.getByLabel(en.newsletter.label)
  const button = page.getByRole('button', { name: en.newsletter.button, exact: true })
  await page.route('**/api/newsletter', (route) => route.abort())

  await field.pressSequentially('camille@example.com')
  await button.click()

  await page.getByRole('status').getByText(en.newsletter.error).waitFor()
  expect(await field.inputValue()).toBe('camille@example.com')
  expect(visitor.takeMessages().sort()).toEqual([
    expect.stringContaining('ERR_FAILED'),
    expect.stringContaining('failed: POST /api/newsletter'),
  ])

  await page.unroute('**/api/newsletter')
  await button.click()
  await page.getByRole('status').getByText(en.newsletter.success).waitFor()
  expect(await page.getByText(en.newsletter.error).count()).toBe(0)
})

test('a refusal for too many forms says when another try makes sense', async () => {
  const texts = en.newsletter
  const { site } = await startSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1' })
  const { page, visitor } = await visit(site.url)
  await visitor.open('/en/blog')
  const field = page.getByLabel(texts.label)
  const subscribe = async (email: string) => {
    await field.fill(email)
    await page.getByRole('button', { name: texts.button, exact: true }).click()
  }

  await subscribe('camille@example.com')
  await page.getByRole('status').getByText(texts.success).waitFor()
  await subscribe('sacha@example.com')

  const status = page.getByRole('status')
  await status.getByText(texts.limited).waitFor()
  expect(await status.getAttribute('data-failed')).toBe('true')
  expect(await field.inputValue()).toBe('sacha@example.com')
  expect(visitor.takeMessages()).toEqual([expect.stringContaining('429 (Too Many Requests) (/api/newsletter)')])
})

test('the browser itself refuses invalid addresses, and nothing is sent', async () => {
  await visitor.open('/blog')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const field = page.getByLabel(fr.newsletter.label)

  for (const { typed, flaw } of [
    { typed: '', flaw: 'valueMissing' as const },
    { typed: 'camille', flaw: 'typeMismatch' as const },
  ]) {
    await field.fill(typed)
    await page.getByRole('button', { name: fr.newsletter.button, exact: true }).click()

    // The browser focuses the field that it refuses.
    await page.locator('input[type="email"]:focus:invalid').waitFor()
    expect(await field.evaluate((input: HTMLInputElement, name) => input.validity[name], flaw)).toBe(true)
    expect(await page.getByRole('status').allInnerTexts()).toEqual([''])
  }
  expect(sent).toEqual([])
})

test.each(['the button', 'the field'])('an address refused twice from %s is announced twice', async (from) => {
  await visitor.open('/en/blog')
  const field = page.getByLabel(en.newsletter.label)
  const hasFocus = () => field.evaluate((element) => element === document.activeElement)
  const refuse = async () => {
    const pressed = from === 'the field' ? field : page.getByRole('button', { name: en.newsletter.button, exact: true })
    await pressed.press('Enter')
  }
  await field.fill('ada@example')

  await refuse()
  const status = page.getByRole('status').getByText(en.newsletter.invalid)
  await status.waitFor()
  await expect.poll(hasFocus).toBe(true)
  const first = await status.elementHandle()
  await refuse()

  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await status.waitFor()
  await expect.poll(hasFocus).toBe(true)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const [outcome] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
  expect(await page.locator(`[id="${outcome}"]`).innerText()).toBe(en.newsletter.invalid)
})
