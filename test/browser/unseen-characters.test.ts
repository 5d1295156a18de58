import { expect, test } from 'vitest'
import contact from '../../locales/en/contact.json'
import blog from '../../locales/fr/blog.json'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { fillIn, visitWithoutProof } from './contact-fields.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })

const { newsletter } = blog
const unseen = (text: string) => `\u202a${text}\u200b\u202c`

test('the newsletter takes an address among characters that cannot be seen', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await visitor.open('/blog')

  await page.getByLabel(newsletter.label).fill(unseen('zoe@example.org'))
  await page.getByRole('button', { name: newsletter.button, exact: true }).click()

  await page.getByRole('status').getByText(newsletter.success).waitFor()
})

test('the contact form takes fields among characters that cannot be seen', async () => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await visitor.open('/en/contact')
  const typed = { name: unseen('Zoé'), email: unseen('zoe@example.org'), message: 'Bonjour à vous toutes.' }

  await fillIn(visitor, contact, typed)
  await page.getByRole('button', { name: contact.form.submit }).click()

  await page.getByRole('status').getByText(contact.form.success).waitFor()
  expect(new URL(page.url()).pathname).toBe('/en/contact')
})
