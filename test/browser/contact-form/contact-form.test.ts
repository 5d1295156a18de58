import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import { honeypotField } from '../../../shared/contact-rules.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, visitWithoutProof } from '../support/contact-fields.ts'
import { holdScript } from '../support/late-script.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })
const visitor = await shareBrowser(site.url)
const { page } = visitor

test.each(rowsOf([320], [1280]))(
  'the summary of problems gets the focus, and links to each field, at %i px',
  async (width) => {
    const { page, visitor } = await visitWithoutProof(site.url, { width, height: 640, reducedMotion: 'reduce' })
    const { problems } = fr.form
    const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
    const email = page.getByLabel(fr.form.email, { exact: true })
    await visitor.open('/contact')
    await email.fill('ada@example')

    await page.getByRole('button', { name: fr.form.submit }).click()

    const summary = page.getByRole('alert')
    await summary.getByText(problems.name.missing).waitFor()
    await expect.poll(() => isFocused(summary)).toBe(true)
    const links = [problems.name.missing, problems.email.invalid, problems.subject.missing, problems.message.missing]
    expect(await summary.getByRole('link').allInnerTexts()).toEqual(links)
    expect([await email.getAttribute('aria-invalid'), await email.inputValue()]).toEqual(['true', 'ada@example'])
    const describedBy = await email.getAttribute('aria-describedby')
    expect(await page.locator(`#${describedBy}`).innerText()).toBe(problems.email.invalid)

    const header = page.locator('header').first()
    for (const field of ['name', 'message'] as const) {
      if (field === 'name') await page.keyboard.press('Tab')
      else await summary.getByRole('link', { name: problems[field].missing }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => isFocused(page.getByLabel(fr.form[field], { exact: true }))).toBe(true)
      const label = page.locator('label').filter({ hasText: fr.form[field] }).first()
      // A browser moves the focus first, and the window with its next frame.
      const belowHeader = async () => {
        const [box, above] = await Promise.all([label.boundingBox(), header.boundingBox()])
        return (box?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
      }
      await expect.poll(belowHeader).toBeGreaterThanOrEqual(0)
    }
  },
)

test('a call to action leads to the form with its subject chosen', async () => {
  await visitor.open('/security/vulnerability')
  await visitor.mark()

  await page.locator('main a[href^="/contact?"]').last().click()

  await page.getByRole('heading', { level: 1, name: fr.title }).waitFor()
  expect(await page.getByLabel(fr.form.subject, { exact: true }).inputValue()).toBe('vulnerabilityManagement')
  expect(await visitor.stayed()).toBe(true)
})

test('a count of characters describes the message; text that is too long is reported, not cut', async () => {
  await visitor.open('/en/contact')
  const message = page.getByLabel(en.form.message, { exact: true })
  const announced = () => page.locator('form [aria-live=polite]').allTextContents()
  await message.fill('a'.repeat(5000))
  const described = (await message.getAttribute('aria-describedby'))?.split(' ') ?? []
  const words = await Promise.all(described.map((id) => page.locator(`#${id}`).innerText()))
  expect(words).toEqual([en.form.messageHint, '5,000 of 5,000 characters'])
  expect(await announced()).toEqual([''])

  await message.press('End')
  await page.keyboard.insertText('a')

  await expect.poll(announced).toEqual([en.form.problems.message.tooLong])
  expect(await message.inputValue()).toHaveLength(5001)
  await page.getByRole('button', { name: en.form.submit }).click()
  await page.getByRole('alert').getByText(en.form.problems.message.tooLong).waitFor()
})

/** Fills hidden fields as a password manager does. */
function fillUnseen(form: Element | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('[aria-hidden="true"] input') ?? []) {
    field.value = 'https://ada.example'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

test.each([
  { path: '/contact', texts: fr, filled: 'after its script has loaded', javaScript: true },
  { path: '/en/contact', texts: en, filled: 'before its script has loaded', javaScript: true },
  { path: '/contact', texts: fr, filled: 'without JavaScript', javaScript: false },
])('a honeypot of $path filled $filled blocks only one submission', async (row) => {
  const { path, texts, filled, javaScript } = row
  const { page, visitor } = await visitWithoutProof(site.url, { javaScript })
  const honeypot = page.locator(`input[name="${honeypotField}"]`)
  const release = filled.startsWith('before') ? await holdScript(visitor) : null
  await page.goto(path)
  if (filled.startsWith('after')) await visitor.takeOver()
  // Playwright looks into pages without scripts too.
  await page.locator('form[action="/api/contact"]').evaluate(fillUnseen)
  await release?.()
  expect(await honeypot.inputValue()).toBe('https://ada.example')
  await fillIn(visitor)

  await page.getByRole('button', { name: texts.form.submit }).click()
  await page.getByRole('alert').getByText(texts.form.botCheck).waitFor()
  await honeypot.and(page.locator(':not([value]), [value=""]')).waitFor({ state: 'attached' })
  expect(await honeypot.inputValue()).toBe('')
  await page.getByRole('button', { name: texts.form.submit }).click()

  await page.getByRole('status').getByText(texts.form.success).waitFor()
  visitor.takeMessages()
})
