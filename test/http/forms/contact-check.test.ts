import request from 'supertest'
import { expect, it } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import terms from '../../../locales/fr/terms.json'
import { startMailServer } from '../../support/mail-server.ts'
import { startSite } from '../../support/start-site.ts'
import { message, postTo, servedFields, verifiedFields } from '../support/contact.ts'
import { textOf } from '../support/html.ts'

it.each([
  ['nothing', {}],
  ['no token', { reference: '' }],
  ['a forged token', { formToken: 'm0000000.AAAA' }],
  ['a filled honeypot', { reference: 'https://example.com' }],
  ['a proof of nothing', { proof: '{}' }],
])('treats %s as a bot', async (what, change) => {
  await using site = await startSite()
  const served = what.startsWith('no') ? {} : await servedFields(site.app)
  const post = (type: string) =>
    postTo(site.app, '/api/contact', { ...served, ...message, ...change, lang: 'en' }, type)
  const script = await post('json')
  expect([script.status, script.body]).toEqual([
    403,
    { errors: [{ message: en.form.botCheck, type: 'BotCheckFailed' }] },
  ])
  const plain = await post('form')
  expect([plain.status, plain.get('Location')]).toEqual([303, '/en/contact?form=botCheck&subject=archiving#form'])
})

it('says in the mail whether the check was passed, scriptless or impossible', async () => {
  await using mail = await startMailServer()
  await using site = await startSite({ SMTP_URL: mail.url, CONTACT_TO: 'info@site.example' })
  const served = await servedFields(site.app)
  for (const [name, type, fields] of [
    ['with a proof', 'json', await verifiedFields(site.app)],
    ['without script', 'form', served],
    ['without means', 'json', served],
  ] as const) {
    await postTo(site.app, '/api/contact', { ...fields, ...message, name }, type)
  }
  const told = () => mail.mails.map(({ headers }) => [headers['reply-to'], headers['x-bot-check']])
  await expect.poll(() => told().length).toBe(3)
  expect(told().sort()).toEqual([
    [`with a proof <${message.email}>`, 'passed'],
    [`without means <${message.email}>`, 'unchecked'],
    [`without script <${message.email}>`, 'scriptless'],
  ])
})

const recaptcha: Record<string, string> = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET_KEY: 'secret-key' }

it('sends the newsletter’s script its own challenge, also with reCAPTCHA, and lets no cache keep it', async () => {
  for (const keys of [{}, recaptcha]) {
    await using site = await startSite(keys)
    const check = await request(site.app).get('/api/newsletter/check')
    expect([check.get('Cache-Control'), Object.keys(check.body)]).toEqual(['no-store', ['challenge']])
    expect((await request(site.app).get('/api/contact/check')).get('Cache-Control')).toBe('no-store')
  }
})

it('with reCAPTCHA, requires a token from the script, and none from a plain form', async () => {
  await using site = await startSite(recaptcha)
  const check = await request(site.app).get('/api/contact/check')
  expect(check.body).toEqual({ formToken: expect.any(String), recaptcha: 'site-key' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const script = await request(site.app).post('/api/contact').send(fields)
  expect([script.status, script.body.errors[0].message]).toEqual([403, fr.form.botCheck])
  const plain = await request(site.app).post('/api/contact').type('form').send(fields)
  expect(plain.get('Location')).toBe('/contact?form=success#form')
  const policy = check.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/")
  // In addition to what articles embed.
  expect(policy).toMatch(/frame-src https:\/\/www\.youtube-nocookie\.com[^;]* https:\/\/www\.google\.com\/recaptcha\//)
})

it.each([
  { what: 'without', env: {}, google: false },
  { what: 'with', env: recaptcha, google: true },
])('$what the keys of reCAPTCHA, a failed check and the terms name the right check', async ({ env, google }) => {
  await using site = await startSite(env)
  const failed = textOf((await request(site.app).get('/contact?form=botCheck')).text)
  expect(failed).toContain(fr.form.botCheck)
  expect(failed.includes(fr.form.siteCheck)).toBe(!google)

  const read = textOf((await request(site.app).get('/terms')).text)
  const { security, transfers, cookies } = terms.sections
  const ofGoogle = [security.botCheck.google, transfers.google, ...cookies.google.split('\n\n')]
  expect(ofGoogle.map((text) => read.includes(text))).toEqual(ofGoogle.map(() => google))
  expect(read.includes(security.botCheck.site)).toBe(!google)
  expect(read.includes('Google')).toBe(google)
})
