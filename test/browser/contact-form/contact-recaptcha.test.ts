import { expect, test } from 'vitest'
import fr from '../../../locales/fr/contact.json'
import terms from '../../../locales/fr/terms.json'
import { openBrowser, visit } from '../../support/browser.ts'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { fillIn } from '../support/contact-fields.ts'

const env = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET_KEY: 'secret-key' }
const site = await shareSite(env)

function expectRefusalsOfGoogle(messages: string[]) {
  expect(messages).not.toEqual([])
  expect(messages.filter((message) => !message.includes('google'))).toEqual([])
}

test('reCAPTCHA loads when the visitor begins to write; if it is blocked, the browser submits the form', async () => {
  await using site = await startSite({ ...env, OUTBOX_DIR: 'package.json/outbox' })
  await using visitor = await openBrowser(site.url)
  const { page } = visitor
  await page.route('https://www.google.com/**', (route) => route.abort('blockedbyclient'))
  await visitor.open('/contact')
  // The form is hydrated. Its own requests would precede the test's.
  await page.locator('form[action="/api/contact"][novalidate]').waitFor()
  await page.evaluate(() => fetch('/healthz'))
  expect(visitor.takeMessages()).toEqual([])
  const asked = page.waitForRequest('https://www.google.com/recaptcha/api.js?render=site-key')
  await fillIn(visitor)
  await asked

  await page.getByRole('button', { name: fr.form.submit }).click()

  // The cookie named in the terms restores a refused form.
  await page.getByText(fr.form.error).waitFor()
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['contact-draft'])
  expect(terms.sections.cookies.google).toMatch(
    /vérification est bloquée, .*«\u00a0contact-draft\u00a0» peut aussi être enregistré/,
  )
  expectRefusalsOfGoogle(visitor.takeMessages())
})

test('a form submitted by the browser is usable again if its page is restored from the back/forward cache', async () => {
  const { page, visitor } = await visit(site.url)
  await page.route('https://www.google.com/**', (route) => route.abort('blockedbyclient'))
  // The events of leaving and of restoring the page.
  await page.addInitScript(() => {
    HTMLFormElement.prototype.submit = () => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      Object.assign(window, { isSent: true })
    }
  })
  await visitor.open('/contact')
  await fillIn(visitor)
  const button = page.getByRole('button', { name: fr.form.submit })
  await button.click()
  await page.waitForFunction(() => 'isSent' in window)
  await expect.poll(() => button.isEnabled()).toBe(true)
  expectRefusalsOfGoogle(visitor.takeMessages())
})

test('the message has Google’s token, and a refusal is shown in the page’s language', async () => {
  const { page, visitor } = await visit(site.url)
  const script = `window.asked = 0
    window.grecaptcha = { ready: (then) => { then(); setTimeout(() => { window.isReady = true }) }, execute: async (key, { action }) => key + ' ' + action + ' ' + ++asked }`
  await page.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await visitor.open('/contact')
  const sent = page.waitForRequest('**/api/contact')
  await fillIn(visitor)
  // A token is valid for two minutes, but a message takes longer to write.
  await page.waitForFunction(() => 'isReady' in window)
  expect(await page.evaluate(() => 'asked' in window && window.asked)).toBe(0)

  await page.getByRole('button', { name: fr.form.submit }).click()

  expect((await sent).postDataJSON()).toMatchObject({ recaptcha: 'site-key contact 1' })
  // Tests reach no third party, and the server accepts no token that it cannot verify.
  await page.getByRole('alert').getByText(fr.form.botCheck).waitFor()
  const messages = visitor.takeMessages()
  expect(messages).toContainEqual(expect.stringContaining('403'))
  expect(messages.filter((message) => !/google|403/.test(message))).toEqual([])
})
