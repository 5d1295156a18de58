import request from 'supertest'
import { expect, it } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import terms from '../../../locales/fr/terms.json'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { message, postTo, servedFields, verifiedFields } from '../support/contact.ts'
import { elements, textOf } from '../support/html.ts'

const site = await shareSite({ FORMS_PER_10_MINUTES: '1000' })

it.each([
  { what: 'no field of the form', served: {}, change: {} },
  { what: 'no token', served: {}, change: { reference: '' } },
  { what: 'a forged token', change: { formToken: 'm0000000.AAAA' } },
  { what: 'a filled honeypot', change: { reference: 'https://example.com' } },
  { what: 'a proof of nothing', change: { proof: '{}' } },
])('rejects the sender of $what as a bot', async ({ served, change }) => {
  const fields = { ...(served ?? (await servedFields(site.app))), ...message, ...change, lang: 'en' }
  const script = await postTo(site.app, '/api/contact', fields)
  const errors = [{ message: en.form.botCheck, type: 'BotCheckFailed' }]
  expect([script.status, script.body]).toEqual([403, { errors }])
  const plain = await postTo(site.app, '/api/contact', fields, 'form')
  expect([plain.status, plain.get('Location')]).toEqual([303, '/en/contact?form=botCheck&subject=archiving#form'])
})

const recaptcha: Record<string, string> = { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET_KEY: 'secret-key' }

it.each([
  { check: 'the site’s own check', env: {}, google: false },
  { check: 'reCAPTCHA', env: recaptcha, google: true },
])('offers $check, runs it and names it in the mail', async ({ env, google }) => {
  await using site = await startSite(env)
  const get = async (path: string) => textOf((await request(site.app).get(path)).text)

  // The newsletter’s script always has its own challenge, and challenges are never cached.
  const [contact, newsletter] = [
    await request(site.app).get('/api/contact/check'),
    await request(site.app).get('/api/newsletter/check'),
  ]
  expect(Object.keys(newsletter.body)).toEqual(['challenge'])
  const challenge = google ? { recaptcha: 'site-key' } : { challenge: expect.any(Object) }
  expect(contact.body).toEqual({ formToken: expect.any(String), ...challenge })
  for (const answer of [contact, newsletter]) expect(answer.get('Cache-Control')).toBe('no-store')

  // Google’s script always has a token; the site’s own may be unable to compute. A plain form has neither.
  const fields = { ...(await servedFields(site.app)), ...message }
  const script = await postTo(site.app, '/api/contact', fields)
  expect(script.status).toBe(google ? 403 : 202)
  if (google) expect(script.body.errors[0].message).toBe(fr.form.botCheck)
  const plain = await postTo(site.app, '/api/contact', fields, 'form')
  expect(plain.get('Location')).toBe('/contact?form=success#form')

  const policy = String(contact.get('Content-Security-Policy'))
  expect(policy.includes("script-src 'self' https://www.google.com/recaptcha/")).toBe(google)
  // In addition to the frames that articles embed.
  const frames = /frame-src https:\/\/www\.youtube-nocookie\.com[^;]* https:\/\/www\.google\.com\/recaptcha\//
  expect(frames.test(policy)).toBe(google)

  const failed = await get('/contact?form=botCheck')
  expect(failed).toContain(fr.form.botCheck)
  expect(failed.includes(fr.form.siteCheck)).toBe(!google)
  const read = await get('/terms')
  const { security, transfers, cookies } = terms.sections
  const ofGoogle = [security.botCheck.google, transfers.google, ...cookies.google.split('\n\n')]
  expect(ofGoogle.map((text) => read.includes(text))).toEqual(ofGoogle.map(() => google))
  expect(read.includes(security.botCheck.site)).toBe(!google)
  expect(read.includes('Google')).toBe(google)
})

it.each([
  { outcome: 'invalid', alerts: [fr.form.error] },
  { outcome: 'error', alerts: [fr.form.error] },
  { outcome: 'botCheck', alerts: [fr.form.botCheck, fr.form.siteCheck] },
])('reports $outcome to a browser without cookies, and does not promise the text', async ({ outcome, alerts }) => {
  const { text } = await request(site.app).get(`/contact?form=${outcome}`)
  const alert = /<div[^>]* role="alert"[^>]*>(.*?)<\/div>/s.exec(text)?.[1] ?? ''
  expect([...elements(alert, 'p'), ...elements(alert, 'li')].map(({ text }) => text)).toEqual(alerts)
})

it.each(['json', 'form'])('stores a repeated message once (%s), and answers as before', async (type) => {
  await using site = await startSite()
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = (changed = {}) => postTo(site.app, '/api/contact', { ...fields, ...changed }, type)
  const waiting = async () => (await site.outbox.state()).waiting
  const [first, second] = [await post(), await post()]
  expect([second.status, second.get('Location')]).toEqual([first.status, first.get('Location')])
  // White space is trimmed first, the language is the page’s, and a script that got no answer has another proof.
  await post({ name: ` ${message.name} `, lang: 'en', ...(type === 'json' ? await verifiedFields(site.app) : {}) })
  expect(await waiting()).toBe(1)
  await post({ message: `${message.message}.` })
  expect(await waiting()).toBe(2)
})

it('treats the same text as another message if the form token differs', async () => {
  let now = Date.now()
  await using site = await startSite({}, () => now)
  for (const _hour of [1, 2]) {
    await postTo(site.app, '/api/contact', { ...(await servedFields(site.app)), ...message })
    now += 3_600_000
  }
  expect((await site.outbox.state()).waiting).toBe(2)
})
