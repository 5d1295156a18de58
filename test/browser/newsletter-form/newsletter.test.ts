import { expect, test } from 'vitest'
import en from '../../../locales/en/blog.json'
import fr from '../../../locales/fr/blog.json'
import { visit } from '../../support/browser.ts'
import { shareBrowser } from '../../support/share-browser.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSiteWithGhost } from '../../support/start-site.ts'
import { visitWithoutProof } from '../support/contact-fields.ts'

const { site } = await shareSiteWithGhost(undefined, { FORMS_PER_10_MINUTES: '1000' })
const visitor = await shareBrowser(site.url)
const { page } = visitor

test.each([
  {
    path: '/blog',
    texts: fr.newsletter,
    lang: 'fr',
    newsletter: 'ghost',
    messages: [fr.newsletter.success, fr.newsletter.sent],
  },
  { path: '/en/blog', texts: en.newsletter, lang: 'en', newsletter: 'simulated', messages: [en.newsletter.success] },
])('at $path the button waits for the answer, then the form says thank you and is empty', async (given) => {
  const { path, texts, lang, newsletter, messages } = given
  const { site } = await startSiteWithGhost(undefined, { NEWSLETTER: newsletter })
  const { page, visitor } = await visit(site.url)
  await visitor.open(path)
  await visitor.mark()
  const release = await visitor.hold('**/api/newsletter')
  const field = page.getByLabel(texts.label)
  const sent = page.waitForRequest('**/api/newsletter')

  await field.pressSequentially('camille@example.com')
  await page.getByRole('button', { name: texts.button, exact: true }).click()

  const waiting = page.getByRole('button', { name: texts.sending })
  await waiting.waitFor()
  expect(await waiting.isDisabled()).toBe(true)
  const { proof, ...subscription } = (await sent).postDataJSON() as Record<string, string>
  expect(subscription).toEqual({ email: 'camille@example.com', lang })
  expect(JSON.parse(proof ?? '')).toMatchObject({ solution: { counter: expect.any(Number) } })
  expect(await page.getByText(texts.success).count()).toBe(0)

  release()
  await page.getByRole('status').getByText(texts.success).waitFor()
  expect(await page.getByRole('status').locator('p').allInnerTexts()).toEqual(messages)
  expect(await field.inputValue()).toBe('')
  expect(await page.getByRole('button', { name: texts.button, exact: true }).isEnabled()).toBe(true)
  expect(await visitor.stayed()).toBe(true)
})

test('a proof is computed only once the field is used, once for each subscription, which the enter key also sends', async () => {
  const requests: string[] = []
  const relevant = () => requests.filter((path) => /healthz|check|challenge-worker/.test(path))
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await visitor.open('/blog')
  const field = page.getByLabel(fr.newsletter.label)
  await field.focus()
  // Requests of the page would come before this one.
  await page.evaluate(() => fetch('/healthz'))
  expect(relevant()).toEqual(['/healthz'])

  await field.pressSequentially('camille@example.com')
  await expect.poll(relevant).toHaveLength(3)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(fr.newsletter.success).waitFor()
  expect(await page.locator('input[name="email"]:focus').count()).toBe(1)
  expect(relevant().filter((path) => path.endsWith('/check'))).toEqual(['/api/newsletter/check'])
})

test.each([
  { how: 'cannot compute', failing: null },
  { how: 'gets nothing to compute', failing: '**/api/newsletter/check' },
  { how: 'cannot load what computes', failing: '**/challenge-worker*.js' },
])('whose browser $how subscribes all the same, without a proof', async ({ failing }) => {
  const { page, visitor } = await (failing === null ? visitWithoutProof(site.url) : visit(site.url))
  if (failing !== null) await page.route(failing, (route) => route.fulfill({ status: 503 }))
  await visitor.open('/blog')
  const sent = page.waitForRequest('**/api/newsletter')

  await page.getByLabel(fr.newsletter.label).fill('camille@example.com')
  await page.getByRole('button', { name: fr.newsletter.button, exact: true }).click()

  await page.getByRole('status').getByText(fr.newsletter.success).waitFor()
  expect((await sent).postDataJSON()).toEqual({ email: 'camille@example.com', lang: 'fr' })
  visitor.takeMessages()
})
