import { expect, test } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import { openBrowser, visit } from '../../support/browser.ts'
import { rowsOf } from '../../support/exhaustive.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { fillIn, typed, visitWithoutProof, withoutProof } from '../support/contact-fields.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })
/** Cannot compute a proof of work. */
const visitor = await withoutProof(await shareBrowser(site.url))
const { page } = visitor

test.each(rowsOf([{ path: '/contact', texts: fr, lang: 'fr' }], [{ path: '/en/contact', texts: en, lang: 'en' }]))(
  'at $path a message is sent with a proof of work, and the form is empty again',
  async ({ path, texts, lang }) => {
    const { page, visitor } = await visit(site.url)
    await visitor.open(path)
    await visitor.mark()
    const release = await visitor.hold('**/api/contact')
    const sent = page.waitForRequest('**/api/contact')
    await fillIn(visitor)

    await page.getByRole('button', { name: texts.form.submit }).click()

    const waiting = page.getByRole('button', { name: texts.form.sending })
    await waiting.waitFor()
    expect(await waiting.isDisabled()).toBe(true)
    const body = (await sent).postDataJSON() as Record<string, string>
    expect(body).toMatchObject({ ...typed, lang, reference: '' })
    expect(JSON.parse(body.proof ?? '')).toMatchObject({ solution: { counter: expect.any(Number) } })

    release()
    const thanks = page.getByRole('status').filter({ hasText: texts.form.success })
    await thanks.waitFor()
    await expect.poll(() => thanks.evaluate((element) => element === document.activeElement)).toBe(true)
    const name = page.getByLabel(texts.form.name, { exact: true })
    expect(await name.isVisible()).toBe(false)
    await page.getByRole('link', { name: texts.form.another }).click()
    await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByLabel(texts.form.message, { exact: true }).inputValue()).toBe('')
    expect(await visitor.stayed()).toBe(true)
    await page.reload()
    await visitor.takeOver()
    expect(await page.getByLabel(texts.form.name, { exact: true }).inputValue()).toBe('')
  },
)

test('no proof of work is computed before the visitor begins to write', async () => {
  const { page, visitor } = await visit(site.url)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await visitor.open('/contact')
  // The form is hydrated. Any request of its own would come before the test's.
  await page.locator('form[action="/api/contact"][novalidate]').waitFor()
  await page.evaluate(() => fetch('/healthz'))
  expect(requests.filter((path) => /healthz|check|challenge-worker/.test(path))).toEqual(['/healthz'])

  await page.getByLabel(fr.form.name, { exact: true }).focus()

  await expect.poll(() => requests.filter((path) => /check|challenge-worker/.test(path))).toHaveLength(2)
})

test('problems are shown in a summary, which takes the focus, and beside each field', async () => {
  await visitor.open('/contact')
  const { problems } = fr.form
  await page.getByLabel(fr.form.email, { exact: true }).fill('ada@example')

  await page.getByRole('button', { name: fr.form.submit }).click()

  const summary = page.getByRole('alert')
  await summary.getByText(problems.name.missing).waitFor()
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await summary.getByRole('link').allInnerTexts()).toEqual([
    problems.name.missing,
    problems.email.invalid,
    problems.subject.missing,
    problems.message.missing,
  ])
  const email = page.getByLabel(fr.form.email, { exact: true })
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await email.inputValue()).toBe('ada@example')
  const describedBy = await email.getAttribute('aria-describedby')
  expect(await page.locator(`#${describedBy}`).innerText()).toBe(problems.email.invalid)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const name = page.getByLabel(fr.form.name, { exact: true })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a message that was refused is sent again, with another proof', async () => {
  const { page, visitor } = await visit(site.url)
  await visitor.open('/en/contact')
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: { errors: [] } }))
  await fillIn(visitor)
  const send = async () => {
    const sent = page.waitForRequest('**/api/contact')
    await page.getByRole('button', { name: en.form.submit }).click()
    return (await sent).postDataJSON() as Record<string, string>
  }
  const refused = await send()
  await page.getByRole('alert').getByText(en.form.error).waitFor()
  await page.unroute('**/api/contact')

  const taken = await send()

  await page.getByRole('status').getByText(en.form.success).waitFor()
  expect(taken).toMatchObject({ ...typed, lang: 'en' })
  expect(taken.proof).toContain('solution')
  expect(taken.proof).not.toBe(refused.proof)
  expect(visitor.takeMessages()).toEqual([expect.stringContaining('503')])
})

test('each refusal has its own text, and typed text is kept', async () => {
  await visitor.open('/en/contact')
  await fillIn(visitor)
  // Each text differs from the previous one.
  for (const { status, body, text } of [
    { status: 403, body: { errors: [{ message: '', type: 'BotCheckFailed' }] }, text: en.form.botCheck },
    { status: 403, body: { errors: [{ message: '', type: 'CrossSiteError' }] }, text: en.form.error },
    { status: 429, body: { errors: [] }, text: en.form.limited },
    { status: 503, body: { errors: [] }, text: en.form.error },
  ]) {
    await page.route('**/api/contact', (route) => route.fulfill({ status, json: body }), { times: 1 })
    await page.getByRole('button', { name: en.form.submit }).click()

    await page.getByRole('alert').getByText(text).waitFor()

    expect(await page.getByLabel(en.form.message, { exact: true }).inputValue()).toBe(typed.message)
    const messages: string[] = []
    await expect.poll(() => messages.push(...visitor.takeMessages())).toBe(1)
  }
  await page.getByRole('button', { name: en.form.submit }).click()
  await page.getByRole('status').getByText(en.form.success).waitFor()
})

test('a call to action leads to the form with its subject chosen', async () => {
  await visitor.open('/security/vulnerability')
  await visitor.mark()

  await page.locator('main a[href^="/contact?"]').last().click()

  await page.getByRole('heading', { level: 1, name: fr.title }).waitFor()
  expect(await page.getByLabel(fr.form.subject, { exact: true }).inputValue()).toBe('vulnerabilityManagement')
  expect(await visitor.stayed()).toBe(true)
})

test('without JavaScript the browser checks for missing fields, and the server returns other invalid forms', async () => {
  const { page, visitor } = await visit(site.url, { javaScript: false })
  await visitor.open('/contact')
  await page.getByRole('button', { name: fr.form.submit }).click()
  expect(new URL(page.url()).search).toBe('')

  await fillIn(visitor, { ...typed, name: '   ' })
  await page.getByRole('button', { name: fr.form.submit }).click()

  await page.getByRole('alert').getByText(fr.form.problems.name.missing).waitFor()
  expect(await page.getByLabel(fr.form.message, { exact: true }).inputValue()).toBe(typed.message)
  expect(await page.getByLabel(fr.form.subject, { exact: true }).inputValue()).toBe('archiving')
})

test('the counter describes the message; text beyond the limit is announced and not cut', async () => {
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

test('a browser without cookies sees the outcome, but no promise that text was kept', async () => {
  await using visitor = await openBrowser(site.url, { javaScript: false })
  for (const { outcome, texts } of [
    { outcome: 'invalid', texts: [fr.form.error] },
    { outcome: 'error', texts: [fr.form.error] },
    { outcome: 'botCheck', texts: [fr.form.botCheck, fr.form.siteCheck] },
  ]) {
    await visitor.open(`/contact?form=${outcome}`)
    expect(await visitor.page.getByRole('alert').locator('p, li').allInnerTexts()).toEqual(texts)
  }
})

test.each(rowsOf([320], [1280]))('the summary leads to a field whose label is in sight at %i px', async (width) => {
  const { page, visitor } = await visitWithoutProof(site.url, { width, height: 640, reducedMotion: 'reduce' })
  await visitor.open('/contact')
  await page.getByRole('button', { name: fr.form.submit }).click()
  for (const { field, problem } of [
    { field: fr.form.name, problem: fr.form.problems.name.missing },
    { field: fr.form.message, problem: fr.form.problems.message.missing },
  ]) {
    await page.getByRole('alert').getByRole('link', { name: problem }).click()
    const control = page.getByLabel(field, { exact: true })
    await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)
    const label = page.locator('label').filter({ hasText: field }).first()
    // A browser moves the focus first, and scrolls in the next frame.
    const belowHeader = async () => {
      const [box, header] = await Promise.all([label.boundingBox(), page.locator('header').first().boundingBox()])
      return (box?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)
    }
    await expect.poll(belowHeader).toBeGreaterThanOrEqual(0)
  }
})
