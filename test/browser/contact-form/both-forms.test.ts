import { expect, test } from 'vitest'
import { type Language, localise } from '../../../shared/language.ts'
import { visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { withoutProof } from '../support/contact-fields.ts'
import { buttonOf, usedForms } from '../support/forms.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })
/** Cannot compute, so that the forms send no proof of work. */
const shared = await withoutProof(await shareBrowser(site.url))

const { contact, newsletter } = usedForms

test.each(
  rowsOf<typeof contact & { lang: Language }>(
    [
      { ...contact, lang: 'fr' },
      { ...newsletter, lang: 'en' },
    ],
    [
      { ...contact, lang: 'en' },
      { ...newsletter, lang: 'fr' },
    ],
  ),
)('the $form form in $lang sends a proof with each try, shows its progress, and is then empty', async (row) => {
  const { form, lang, page: path, endpoint, text, field, fill, failure, values, accepted } = row
  const { page, visitor } = await visit(site.url)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const computing = () => requested.filter((path) => /healthz|check|challenge-worker/.test(path))
  await visitor.open(localise(path, lang))
  await visitor.mark()
  // The form's script has loaded. Its own requests would precede the test's.
  if (form === 'contact') await page.locator('form[novalidate]').waitFor()
  else await field(page, lang).focus()
  await page.evaluate(() => fetch('/healthz'))
  expect(computing()).toEqual(['/healthz'])
  if (form === 'contact') await field(page, lang).focus()
  else await field(page, lang).pressSequentially('a')
  await expect.poll(computing).toHaveLength(3)

  await fill(visitor, lang)
  const button = buttonOf(page, row, lang)
  const send = async () => {
    const sent = page.waitForRequest(`**${endpoint}`)
    await button.focus()
    await page.keyboard.press('Enter')
    return (await sent).postDataJSON() as Record<string, string>
  }
  await page.route(`**${endpoint}`, (route) => route.fulfill({ status: 503, json: { errors: [] } }), { times: 1 })
  const refused = await send()
  await failure(page).getByText(text(lang, 'error')).waitFor()
  const release = await visitor.hold(`**${endpoint}`)
  const sent = await send()

  expect(sent).toMatchObject({ email: values.email, lang })
  if (form === 'contact') expect(sent).toMatchObject({ ...row.values, message: row.typed, reference: '' })
  else expect(Object.keys(sent).sort()).toEqual(['email', 'lang', 'proof'])
  expect(JSON.parse(sent.proof ?? '')).toMatchObject({ solution: { counter: expect.any(Number) } })
  expect(sent.proof).not.toBe(refused.proof)
  expect(computing().filter((path) => path.endsWith('/check'))).toHaveLength(2)
  const status = page.locator('[role="status"]:focus')
  await status.getByText(text(lang, 'sending')).waitFor()
  expect(await page.getByRole('button', { name: text(lang, 'sending') }).isDisabled()).toBe(true)
  expect(await page.getByText(text(lang, 'success')).count()).toBe(0)
  release()
  await status.getByText(text(lang, 'success')).waitFor()
  if (accepted.outcome === 'sent') await status.getByText(text(lang, 'sent')).waitFor()
  expect(await field(page, lang).inputValue()).toBe('')

  if (form === 'contact') {
    expect(await button.isVisible()).toBe(false)
    await page.getByRole('link', { name: text(lang, 'another') }).click()
    await page.locator('[name="name"]:focus').waitFor()
  }
  expect(await button.isEnabled()).toBe(true)
  expect(await visitor.stayed()).toBe(true)
  await page.reload()
  await visitor.takeOver()
  expect(await field(page, lang).inputValue()).toBe('')
  expect(visitor.takeMessages()).toEqual([expect.stringContaining(`503 (Service Unavailable) (${endpoint})`)])
})

const json = (status: number, body: unknown = { errors: [] }) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})
const refusal = (type: string) => json(403, { errors: [{ message: '', type }] })

/** Answers other than 202, from the site or from a proxy, and the text that reports each. */
const answers = [
  { answer: { status: 200, contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' }, says: 'error', logs: [] },
  { answer: json(200, { outcome: 'success' }), says: 'error', logs: [] },
  { answer: { status: 200 }, says: 'error', logs: [] },
  { answer: { status: 204 }, says: 'error', logs: [] },
  { answer: { status: 302, headers: { location: '/healthz' } }, says: 'error', logs: [] },
  { answer: null, says: 'error', logs: ['ERR_FAILED', 'failed: POST /api/'] },
  { answer: json(429), says: 'limited', logs: ['429 (Too Many Requests) (/api/'] },
  { answer: json(503), says: 'error', logs: ['503 (Service Unavailable) (/api/'] },
]
const botAnswers = [
  { answer: refusal('BotCheckFailed'), says: 'botCheck', logs: ['403 (Forbidden) (/api/'] },
  { answer: refusal('CrossSiteError'), says: 'error', logs: ['403 (Forbidden) (/api/'] },
]

test.each([
  { ...contact, answers: [...answers, ...botAnswers] },
  { ...newsletter, answers },
])('the $form form shows a message for each refusal, and keeps the typed text until it is accepted', async (row) => {
  const { page: path, endpoint, text, field, fill, failure, answers } = row
  const { page } = shared
  await shared.open(path)
  await fill(shared, 'fr')
  for (const { answer, says } of answers) {
    const respond = (route: Parameters<Parameters<typeof page.route>[1]>[0]) =>
      answer === null ? route.abort() : route.fulfill(answer)
    await page.route(`**${endpoint}`, respond, { times: 1 })
    // The previous message is removed before this response.
    const answered =
      answer === null
        ? page.waitForEvent('requestfailed')
        : page.waitForResponse((each) => each.url().endsWith(endpoint))
    await buttonOf(page, row, 'fr').click()
    await answered
    await failure(page).getByText(text('fr', says)).waitFor()
    expect(await field(page, 'fr').inputValue()).toBe(row.typed)
  }
  const logs = answers.flatMap(({ logs }) => logs)
  const messages: string[] = []
  await expect.poll(() => messages.push(...shared.takeMessages())).toBe(logs.length)
  for (const log of logs) expect(messages).toContainEqual(expect.stringContaining(log))

  // Invisible characters around a name or an address are accepted.
  await fill(shared, 'fr', (text) => `\u202a${text}\u200b\u202c`)
  const sent = page.waitForRequest(`**${endpoint}`)
  await buttonOf(page, row, 'fr').click()
  expect(Object.keys((await sent).postDataJSON())).not.toContain('proof')
  await page.getByRole('status').getByText(text('fr', 'success')).waitFor()
  expect(await page.getByText(text('fr', 'error')).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(path)
})
