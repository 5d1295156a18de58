import { expect, test } from 'vitest'
import blog from '../../locales/fr/blog.json'
import blogEn from '../../locales/en/blog.json'
import contact from '../../locales/fr/contact.json'
import contactEn from '../../locales/en/contact.json'
import { shareSiteWithGhost } from '../support/share-site.ts'
import { fillIn, visitWithoutProof } from './contact-fields.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })

const unseen = (text: string) => `\u202a${text}\u200b\u202c`

test.each([
  { path: '/blog', texts: blog.newsletter },
  { path: '/en/blog', texts: blogEn.newsletter },
])('the newsletter of $path takes an address among characters that cannot be seen', async ({ path, texts }) => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await visitor.open(path)

  await page.getByLabel(texts.label).fill(unseen('zoe@example.org'))
  await page.getByRole('button', { name: texts.button, exact: true }).click()

  await page.getByRole('status').getByText(texts.success).waitFor()
})

test.each([
  { path: '/contact', texts: contact },
  { path: '/en/contact', texts: contactEn },
])('the contact form of $path takes fields among characters that cannot be seen', async ({ path, texts }) => {
  const { page, visitor } = await visitWithoutProof(site.url)
  await visitor.open(path)
  const typed = { name: unseen('Zoé'), email: unseen('zoe@example.org'), message: 'Bonjour à vous toutes.' }

  await fillIn(visitor, texts, typed)
  await page.getByRole('button', { name: texts.form.submit }).click()

  await page.getByRole('status').getByText(texts.form.success).waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
})
