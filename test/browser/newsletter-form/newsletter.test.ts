import { expect, test } from 'vitest'
import { visit } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { buttonOf, usedForms } from '../support/forms.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })
const visitor = await shareBrowser(site.url)
const { page } = visitor

const { newsletter } = usedForms
const { text } = newsletter
const field = newsletter.field(page, 'fr')
const button = buttonOf(page, newsletter, 'fr')

test.each([
  { what: 'a challenge', failing: '**/api/newsletter/check' },
  { what: 'the script that computes', failing: '**/challenge-worker*.js' },
])('a visitor who cannot load $what subscribes without a proof', async ({ failing }) => {
  const { page, visitor } = await visit(site.url)
  await page.route(failing, (route) => route.fulfill({ status: 503 }))
  await visitor.open('/blog')
  const sent = page.waitForRequest('**/api/newsletter')

  await newsletter.fill(visitor, 'fr')
  await page.keyboard.press('Enter')

  await page.getByRole('status').getByText(text('fr', 'success')).waitFor()
  expect((await sent).postDataJSON()).toEqual({ email: newsletter.typed, lang: 'fr' })
  // The enter key leaves the focus in the field.
  expect(await page.locator('input[name="email"]:focus').count()).toBe(1)
  visitor.takeMessages()
})

test('a subscription without a confirmation mail shows only the thanks', async () => {
  await visitor.open('/blog')
  const accepted = { status: 202, json: { outcome: 'success' } }
  await page.route('**/api/newsletter', (route) => route.fulfill(accepted))
  await newsletter.fill(visitor, 'fr')
  await button.click()
  await page.getByRole('status').getByText(text('fr', 'success')).waitFor()
  expect(await page.getByRole('status').locator('p').allInnerTexts()).toEqual([text('fr', 'success')])
})

test('the browser itself rejects an invalid address, and sends no request', async () => {
  await visitor.open('/blog')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  for (const { typed, flaw } of [
    { typed: '', flaw: 'valueMissing' as const },
    { typed: 'camille', flaw: 'typeMismatch' as const },
  ]) {
    await field.fill(typed)
    await button.click()

    // The browser focuses the field that it rejects.
    await page.locator('input[type="email"]:focus:invalid').waitFor()
    expect(await field.evaluate((input: HTMLInputElement, name) => input.validity[name], flaw)).toBe(true)
    expect(await page.getByRole('status').allInnerTexts()).toEqual([''])
  }
  expect(sent).toEqual([])
})

test.each(['the button', 'the field'])(
  'an address refused twice from %s is announced as invalid each time',
  async (from) => {
    await visitor.open('/blog')
    const hasFocus = () => field.evaluate((element) => element === document.activeElement)
    const refuse = () => (from === 'the field' ? field : button).press('Enter')
    await newsletter.fillInvalid(visitor, 'fr')

    await refuse()
    const message = page.getByRole('status').getByText(text('fr', 'invalid'))
    await message.waitFor()
    await expect.poll(hasFocus).toBe(true)
    const first = await message.elementHandle()
    await refuse()

    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
    await message.waitFor()
    await expect.poll(hasFocus).toBe(true)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const [outcome] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    expect(await page.locator(`[id="${outcome}"]`).innerText()).toBe(text('fr', 'invalid'))
  },
)
