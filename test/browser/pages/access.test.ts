import { expect, it } from 'vitest'
import enBlog from '../../../locales/en/blog.json'
import en from '../../../locales/en/contact.json'
import frBlog from '../../../locales/fr/blog.json'
import fr from '../../../locales/fr/contact.json'
import { languages, localise } from '../../../shared/language.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareSite } from '../../support/share-site.ts'
import { violationsIn } from '../support/barriers.ts'
import { fillIn, visitWithoutProof } from '../support/contact-fields.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000', FORMS_TOTAL_PER_10_MINUTES: '1000' })

const screens = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** In French on a dark phone, in English on a light desk: the states take long to bring about. */
const forms = rowsOf(
  [
    { language: 'fr', width: 360, colorScheme: 'dark' },
    { language: 'en', width: 1280, colorScheme: 'light' },
  ] as const,
  languages.flatMap((language) => screens.map((screen) => ({ language, ...screen }))),
)

it.each(forms)('the forms in $language are accessible in all states, $width pixels wide, $colorScheme', async (row) => {
  const { language, ...screen } = row
  const { page, visitor } = await visitWithoutProof(site.url, { ...screen, reducedMotion: 'reduce' })
  const found: string[] = []
  const examine = async (state: string, part = '#form') => {
    found.push(...(await violationsIn(page, part)).map((violation) => `${page.url()} ${state}: ${violation}`))
  }
  const texts = { fr, en }[language]
  const { form } = texts
  await visitor.open(localise('/contact', language))
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
  // The refusal.
  expect(visitor.takeMessages()).toHaveLength(1)

  const { newsletter } = { fr: frBlog, en: enBlog }[language]
  await visitor.open(localise('/blog', language))
  for (const [email, state] of [
    ['ada@example', newsletter.invalid],
    ['ada@example.com', newsletter.success],
  ] as const) {
    await page.getByLabel(newsletter.label).fill(email)
    await page.getByRole('button', { name: newsletter.button, exact: true }).click()
    await page.getByRole('status').getByText(state).waitFor()
    await examine(state, '#newsletter')
  }
  expect(found).toEqual([])
})
