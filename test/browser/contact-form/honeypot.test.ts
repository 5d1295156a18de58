import { expect, test } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import { honeypotField } from '../../../shared/contact-rules.ts'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, visitWithoutProof } from '../support/contact-fields.ts'
import { holdScript } from '../support/late-script.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })

const honeypot = `input[name="${honeypotField}"]`

/** Fills hidden fields as a password manager does. */
function fillUnseen(form: Element | null): void {
  for (const field of form?.querySelectorAll<HTMLInputElement>('[aria-hidden="true"] input') ?? []) {
    field.value = 'https://ada.example'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

test.each([
  { path: '/contact', texts: fr, filled: 'after its script has come', javaScript: true },
  { path: '/en/contact', texts: en, filled: 'before its script has come', javaScript: true },
  { path: '/contact', texts: fr, filled: 'without JavaScript', javaScript: false },
])('a honeypot of $path that was filled $filled keeps a visitor for one sending', async (given) => {
  const { path, texts, filled, javaScript } = given
  const { page, visitor } = await visitWithoutProof(site.url, { javaScript })
  const release = filled.startsWith('before') ? await holdScript(visitor) : null
  await page.goto(path)
  if (filled.startsWith('after')) await visitor.takeOver()
  // Playwright also evaluates in pages without scripts.
  await page.locator('form[action="/api/contact"]').evaluate(fillUnseen)
  await release?.()
  expect(await page.locator(honeypot).inputValue()).toBe('https://ada.example')
  await fillIn(visitor)

  await page.getByRole('button', { name: texts.form.submit }).click()
  await page.getByRole('alert').getByText(texts.form.botCheck).waitFor()
  await page.locator(honeypot).and(page.locator(':not([value]), [value=""]')).waitFor({ state: 'attached' })
  expect(await page.locator(honeypot).inputValue()).toBe('')
  await page.getByRole('button', { name: texts.form.submit }).click()

  await page.getByRole('status').getByText(texts.form.success).waitFor()
  visitor.takeMessages()
})
