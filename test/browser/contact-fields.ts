import type fr from '../../locales/fr/contact.json'
import type { openBrowser } from '../support/browser.ts'

export type Visitor = Awaited<ReturnType<typeof openBrowser>>

export const typed = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Bonjour,\nnous cherchons de l’aide.' }

export async function fillIn({ page }: Visitor, { form }: typeof fr, { name, email, message } = typed) {
  await page.getByLabel(form.name, { exact: true }).fill(name)
  await page.getByLabel(form.email, { exact: true }).fill(email)
  await page.getByLabel(form.message, { exact: true }).fill(message)
  await page.getByLabel(form.subject, { exact: true }).selectOption('archiving')
}
