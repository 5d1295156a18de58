import { expect, it } from 'vitest'
import enBlog from '../../../locales/en/blog.json'
import en from '../../../locales/en/contact.json'
import frBlog from '../../../locales/fr/blog.json'
import fr from '../../../locales/fr/contact.json'
import { languages, localise } from '../../../shared/language.ts'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareSite } from '../../support/share-site.ts'
import { violationsIn } from '../support/barriers.ts'
import { fillIn } from '../support/contact-fields.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000', FORMS_TOTAL_PER_10_MINUTES: '1000' })

const screens = [
  { name: 'a phone', width: 360, colorScheme: 'light' },
  { name: 'a phone in the dark', width: 360, colorScheme: 'dark' },
  { name: 'a desk', width: 1280, colorScheme: 'light' },
  { name: 'a desk in the dark', width: 1280, colorScheme: 'dark' },
] as const

/** The forms, whose states take long to bring about: in French on one of these screens, in English on the other. */
const forms = rowsOf(
  [
    { language: 'fr', screen: screens[1] },
    { language: 'en', screen: screens[2] },
  ] as const,
  languages.flatMap((language) =>
    screens
      .filter((screen) => screen !== (language === 'fr' ? screens[1] : screens[2]))
      .map((screen) => ({ language, screen })),
  ),
).map((row) => ({ ...row, name: row.screen.name }))

it.each(forms)('the contact form in $language is free of barriers in all its states on $name', async (row) => {
  const { page, visitor } = await visit(site.url, { ...row.screen, reducedMotion: 'reduce' })
  const found: string[] = []
  const examine = async (state: string) => {
    found.push(...(await violationsIn(page, '#form')).map((violation) => `${page.url()} ${state}: ${violation}`))
  }
  const texts = { fr, en }[row.language]
  const { form } = texts
  await visitor.open(localise('/contact', row.language))
  const send = page.getByRole('button', { name: form.submit })
  await send.click()
  await page.getByRole('alert').getByText(form.problems.message.missing).waitFor()
  await examine('errors')

  await fillIn(visitor)
  const refusal = { status: 403, json: { errors: [{ type: 'BotCheckFailed' }] } }
  await page.route('**/api/contact', (route) => route.fulfill(refusal))
  await send.click()
  await page.getByRole('alert').getByText(form.botCheck).waitFor()
  await examine('refused')
  await page.unroute('**/api/contact')

  const release = await visitor.hold('**/api/contact')
  await send.click()
  await page.getByRole('button', { name: form.sending }).waitFor()
  await examine('sending')
  release()
  await page.getByRole('status').getByText(form.success).waitFor()
  await examine('sent')
  expect(found).toEqual([])
  // The browser logs the refusal.
  expect(visitor.takeMessages()).toHaveLength(1)
})

it.each(forms)('the newsletter’s block in $language is free of barriers in all its states on $name', async (row) => {
  const { page, visitor } = await visit(site.url, { ...row.screen, reducedMotion: 'reduce' })
  const found: string[] = []
  const { newsletter } = { fr: frBlog, en: enBlog }[row.language]
  await visitor.open(localise('/blog', row.language))
  for (const { typed, text } of [
    { typed: 'ada@example', text: newsletter.invalid },
    { typed: 'ada@example.com', text: newsletter.success },
  ]) {
    await page.getByLabel(newsletter.label).fill(typed)
    await page.getByRole('button', { name: newsletter.button, exact: true }).click()
    await page.getByRole('status').getByText(text).waitFor()
    found.push(...(await violationsIn(page, '#newsletter')).map((violation) => `${text}: ${violation}`))
  }
  expect(found).toEqual([])
})
