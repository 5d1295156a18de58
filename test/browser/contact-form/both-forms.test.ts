import { expect, test } from 'vitest'
import blog from '../../../locales/fr/blog.json'
import contact from '../../../locales/fr/contact.json'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, typed, withoutProof } from '../support/contact-fields.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })
/** Cannot compute a proof of work. */
const visitor = await withoutProof(await shareBrowser(site.url))
const { page } = visitor
const { newsletter } = blog
const email = page.getByLabel(newsletter.label)

type Change = (text: string) => string
const asTyped: Change = (text) => text

const forms = [
  {
    form: 'the contact form',
    path: '/contact',
    api: '**/api/contact',
    texts: contact.form,
    failure: page.getByRole('alert').getByText(contact.form.error),
    fill: (change = asTyped) => fillIn(visitor, { ...typed, name: change(typed.name), email: change(typed.email) }),
    kept: async () => JSON.parse(await page.evaluate(() => String(sessionStorage.contact))) as object,
    expected: typed,
  },
  {
    form: 'the newsletter’s',
    path: '/blog',
    api: '**/api/newsletter',
    texts: { ...newsletter, submit: newsletter.button },
    failure: page.getByRole('status').getByText(newsletter.error),
    fill: (change = asTyped) => email.fill(change(typed.email)),
    kept: async () => ({ email: await email.inputValue() }),
    expected: { email: typed.email },
  },
]

test.each(forms)('the button of $form hands the focus to the status', async (given) => {
  const { path, api, texts, fill } = given
  await visitor.open(path)
  const release = await visitor.hold(api)
  await fill()

  await page.getByRole('button', { name: texts.submit, exact: true }).focus()
  await page.keyboard.press('Enter')

  const status = page.locator('[role="status"]:focus')
  await status.getByText(texts.sending).waitFor()
  release()
  await status.getByText(texts.success).waitFor()
})

test.each(forms)('an answer to $form from a proxy or sign-in page is an error, and typed text stays', async (given) => {
  const { path, api, texts, failure, fill, kept, expected } = given
  await visitor.open(path)
  await fill()
  for (const answer of [
    { status: 200, contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' },
    { status: 200, contentType: 'application/json', body: '{"outcome":"success"}' },
    { status: 200 },
    { status: 204 },
    { status: 302, headers: { location: '/healthz' } },
    { status: 503, contentType: 'application/json', body: '{"errors":[]}' },
  ]) {
    await page.route(api, (route) => route.fulfill(answer), { times: 1 })
    // The previous message is gone by the time of this response.
    const answered = page.waitForResponse(api)

    await page.getByRole('button', { name: texts.submit, exact: true }).click()
    await answered

    await failure.waitFor()
    expect(await kept()).toMatchObject(expected)
  }
  const messages: string[] = []
  await expect.poll(() => messages.push(...visitor.takeMessages())).toBe(1)
  expect(messages).toEqual([expect.stringContaining('503 (Service Unavailable) (/api/')])
})

test.each(forms)('$form accepts fields within invisible characters', async ({ path, texts, fill }) => {
  await visitor.open(path)
  await fill((text) => `\u202a${text}\u200b\u202c`)

  await page.getByRole('button', { name: texts.submit, exact: true }).click()

  await page.getByRole('status').getByText(texts.success).waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
})
