import type fr from '../../locales/fr/contact.json'
import { visit } from '../support/browser.ts'
import type { Visitor } from './late-script.ts'

export const typed = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Bonjour,\nnous cherchons de l’aide.' }

export async function fillIn({ page }: Visitor, { form }: typeof fr, { name, email, message } = typed) {
  await page.getByLabel(form.name, { exact: true }).fill(name)
  await page.getByLabel(form.email, { exact: true }).fill(email)
  await page.getByLabel(form.message, { exact: true }).fill(message)
  await page.getByLabel(form.subject, { exact: true }).selectOption('archiving')
}

/** A visitor whose browser cannot compute, so that the form goes without a proof of work: for all that is not about the proof. */
export async function withoutProof(visitor: Visitor) {
  await visitor.page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
  return visitor
}

export async function visitWithoutProof(...args: Parameters<typeof visit>) {
  const visited = await visit(...args)
  await withoutProof(visited.visitor)
  return visited
}
