import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import request from 'supertest'
import { expect, it } from 'vitest'
import enCommon from '../../locales/en/common.json'
import en from '../../locales/en/contact.json'
import frCommon from '../../locales/fr/common.json'
import fr from '../../locales/fr/contact.json'
import { makeFolder } from '../support/outbox-folder.ts'
import { startSite } from '../support/start-site.ts'
import { message, servedFields } from './support/contact.ts'
import { elements, textOf } from './support/html.ts'

const problems = { fr: fr.form.problems, en: en.form.problems }

it.each(['/contact', '/en/contact'])('takes a message with the fields that the form at %s carries', async (path) => {
  await using site = await startSite()
  const answer = await request(site.app)
    .post('/api/contact')
    .send({ ...(await servedFields(site.app, path)), ...message })
  expect(answer.status).toBe(202)
  expect(answer.get('Cache-Control')).toBe('no-store')
})

it.each([
  { lang: 'fr', path: '/contact' },
  { lang: 'en', path: '/en/contact' },
])('sends a form without JavaScript back to $path, which says thank you', async ({ lang, path }) => {
  await using site = await startSite()
  const fields = await servedFields(site.app, path)
  expect(fields.lang).toBe(lang)

  const answer = await request(site.app)
    .post('/api/contact')
    .type('form')
    .send({ ...fields, ...message })

  expect([answer.status, answer.get('Location')]).toEqual([303, `${path}?form=success#form`])
  expect(answer.get('Cache-Control')).toBe('no-store')
  const page = await request(site.app).get(String(answer.get('Location')))
  expect(textOf(page.text)).toContain((lang === 'fr' ? fr : en).form.success)
})

it.each(['fr', 'en'] as const)('names every wrong field in %s, before it looks at who sends it', async (lang) => {
  await using site = await startSite()
  const answer = await request(site.app)
    .post('/api/contact')
    .send({ name: ' ', company: 'a'.repeat(151), email: 'ada', subject: 'else', message: 'court', lang })
  expect(answer.status).toBe(422)
  const type = 'ValidationError'
  expect(answer.body).toEqual({
    errors: [
      { message: problems[lang].name.missing, type, field: 'name' },
      { message: problems[lang].company.tooLong, type, field: 'company' },
      { message: problems[lang].email.invalid, type, field: 'email' },
      { message: problems[lang].subject.missing, type, field: 'subject' },
      { message: problems[lang].message.tooShort, type, field: 'message' },
    ],
  })
})

it.each([
  ['nothing', {}],
  ['no stamp', { website: '' }],
  ['a stamp of nobody', { stamp: 'm0000000.AAAA' }],
  ['a filled trap', { website: 'https://example.com' }],
  ['a proof of nothing', { proof: '{}' }],
])('takes %s for a program', async (what, change) => {
  await using site = await startSite()
  const served = what.startsWith('no') ? {} : await servedFields(site.app)
  const post = (type: string) =>
    request(site.app)
      .post('/api/contact')
      .type(type)
      .send({ ...served, ...message, ...change, lang: 'en' })
  const script = await post('json')
  expect([script.status, script.body]).toEqual([
    403,
    { errors: [{ message: en.form.botCheck, type: 'BotCheckFailed' }] },
  ])
  const plain = await post('form')
  expect([plain.status, plain.get('Location')]).toEqual([303, '/en/contact?form=botCheck&subject=archiving#form'])
})

it('takes a proof of work for one message, and counts what it proves by the ordinary rate', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '3' })
  const prove = async () => {
    const check = await request(site.app).get('/api/contact/check')
    expect(check.get('Cache-Control')).toBe('no-store')
    const { stamp, challenge } = check.body
    return { stamp, proof: JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }) }
  }
  const post = (proof: object, name = message.name) =>
    request(site.app)
      .post('/api/contact')
      .send({ ...message, name, ...proof })
  const first = await prove()
  expect((await post(first)).status).toBe(202)
  expect((await post(first, 'Somebody else')).status).toBe(403)
  expect([(await post(await prove())).status, (await post(await prove())).status]).toEqual([202, 202])
  expect((await post(await prove())).status).toBe(429)
})

it.each(['json', 'form'])('keeps a message once that is sent again (%s), and answers as before', async (type) => {
  await using site = await startSite()
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = (changed = {}) =>
    request(site.app)
      .post('/api/contact')
      .type(type)
      .send({ ...fields, ...changed })
  const waiting = async () => (await site.outbox.state()).waiting
  const [first, second] = [await post(), await post()]
  expect([second.status, second.get('Location')]).toEqual([first.status, first.get('Location')])
  expect(await waiting()).toBe(1)
  // White space is trimmed first; the language is the page's, not the message's.
  await post({ name: ` ${message.name} `, lang: 'en' })
  expect(await waiting()).toBe(1)
  await post({ message: `${message.message}.` })
  expect(await waiting()).toBe(2)
})

it('takes the same words as another message once the form has another stamp', async () => {
  let now = Date.now()
  await using site = await startSite({}, () => now)
  const post = async () =>
    request(site.app)
      .post('/api/contact')
      .send({ ...(await servedFields(site.app)), ...message })
  await post()
  now += 3_600_000
  await post()
  expect((await site.outbox.state()).waiting).toBe(2)
})

it('keeps a message once whose answer was lost, though it comes again with another proof', async () => {
  const now = Date.now()
  await using site = await startSite({}, () => now)
  const sendAnew = async () => {
    const { stamp, challenge } = (await request(site.app).get('/api/contact/check')).body
    const proof = JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
    return (
      await request(site.app)
        .post('/api/contact')
        .send({ ...message, stamp, proof })
    ).status
  }
  expect([await sendAnew(), await sendAnew()]).toEqual([202, 202])
  expect((await site.outbox.state()).waiting).toBe(1)
})

it('with the keys of reCAPTCHA asks a script for a token, and a plain form for none', async () => {
  await using site = await startSite({ RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET_KEY: 'secret-key' })
  const check = await request(site.app).get('/api/contact/check')
  expect(check.body).toEqual({ stamp: expect.any(String), recaptcha: 'site-key' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const script = await request(site.app).post('/api/contact').send(fields)
  expect([script.status, script.body.errors[0].message]).toEqual([403, fr.form.botCheck])
  const plain = await request(site.app).post('/api/contact').type('form').send(fields)
  expect(plain.get('Location')).toBe('/contact?form=success#form')
  const policy = check.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/")
  // Beside what articles embed, not instead of it.
  expect(policy).toMatch(/frame-src https:\/\/www\.youtube-nocookie\.com[^;]* https:\/\/www\.google\.com\/recaptcha\//)
})

it('allows no bot check of others in its policy without these keys', async () => {
  await using site = await startSite()
  const { headers } = await request(site.app).get('/contact')
  expect(headers['content-security-policy']).not.toContain('recaptcha')
})

it('takes a stamp for two days', async () => {
  let now = Date.now()
  await using site = await startSite({}, () => now)
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = () => request(site.app).post('/api/contact').send(fields)
  now += 46 * 3_600_000
  expect((await post()).status).toBe(202)
  now += 3 * 3_600_000
  expect((await post()).status).toBe(403)
  expect(
    (
      await request(site.app)
        .post('/api/contact')
        .send({ ...(await servedFields(site.app)), ...message })
    ).status,
  ).toBe(202)
})

it.each([
  { change: { email: 'ada' }, outcome: 'invalid', text: fr.form.problems.email.invalid },
  { change: { stamp: 'none' }, outcome: 'botCheck', text: fr.form.botCheck },
])('gives back what was typed when a plain form fails ($outcome)', async ({ change, outcome, text }) => {
  await using site = await startSite()
  const visitor = request.agent(site.app)
  const typed = { ...message, message: '« Œuvre » & <b>gras</b>', ...change }
  const answer = await visitor
    .post('/api/contact')
    .type('form')
    .send({ ...(await servedFields(site.app)), ...typed })
  expect([answer.status, answer.get('Location')]).toEqual([303, `/contact?form=${outcome}&subject=archiving#form`])

  const page = await visitor.get(String(answer.get('Location')))

  expect(page.get('Cache-Control')).toBe('no-store')
  expect(textOf(page.text)).toContain(text)
  const values = elements(page.text, 'input').map(({ attributes }) => [attributes.name, attributes.value])
  expect(Object.fromEntries(values)).toMatchObject({ name: typed.name, company: typed.company, email: typed.email })
  expect(elements(page.text, 'textarea').map(({ text }) => text)).toEqual([typed.message])
  const chosen = elements(page.text, 'option').filter(({ attributes }) => 'selected' in attributes)
  expect(chosen.map(({ attributes }) => attributes.value)).toEqual(['archiving'])
})

it('gives what one visitor typed to nobody else, and forgets it once the message is sent', async () => {
  await using site = await startSite()
  const visitor = request.agent(site.app)
  const fields = await servedFields(site.app)
  const failed = await visitor
    .post('/api/contact')
    .type('form')
    .send({ ...fields, ...message, email: 'ada' })
  const cookie = failed.get('Set-Cookie')?.[0] ?? ''
  expect(cookie).toMatch(/^contact-draft=[\w-]+; Max-Age=600; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/)

  const other = await request(site.app).get(String(failed.get('Location')))
  expect(other.text).not.toContain(message.name)
  const plain = await visitor.get('/contact')
  expect(plain.text).not.toContain(message.name)
  expect(plain.get('Cache-Control')).toMatch(/^public/)

  const sent = await visitor
    .post('/api/contact')
    .type('form')
    .send({ ...fields, ...message })
  expect(sent.get('Set-Cookie')?.[0]).toMatch(/^contact-draft=; Path=\/; Expires=Thu, 01 Jan 1970/)
})

it.each(['ai', 'archiving', 'cybersecurity', 'vulnerabilityManagement', 'other'])(
  'begins with the subject %s where a link has chosen it',
  async (subject) => {
    await using site = await startSite()
    const { text } = await request(site.app).get(`/en/contact?subject=${subject}`)
    const chosen = elements(text, 'option').filter(({ attributes }) => 'selected' in attributes)
    expect(chosen.map(({ attributes }) => attributes.value)).toEqual([subject])
    expect(text).toContain(`<link rel="canonical" href="${site.url}/en/contact"/>`)
  },
)

it.each([
  { from: '/ai', subject: 'ai' },
  { from: '/archiving', subject: 'archiving' },
  { from: '/security/architecture', subject: 'cybersecurity' },
  { from: '/security/vulnerability', subject: 'vulnerabilityManagement' },
])('leads from $from to the form with the subject $subject', async ({ from, subject }) => {
  await using site = await startSite()
  const french = await request(site.app).get(from)
  const english = await request(site.app).get(`/en${from}`)
  expect(french.text).toContain(`href="/contact?subject=${subject}"`)
  expect(english.text).toContain(`href="/en/contact?subject=${subject}"`)
})

it('ignores a subject or an outcome that it does not know, and stores no page for it', async () => {
  await using site = await startSite()
  await request(site.app).get('/contact')
  const odd = await request(site.app).get('/contact?subject=x&form=y&z=1')
  expect(odd.get('Cache-Status')).toBe('pages; hit')
})

it.each([
  { headers: { 'Sec-Fetch-Site': 'cross-site' }, type: 'json', status: 403 },
  { headers: { Origin: 'https://evil.example' }, type: 'form', status: 403 },
  { headers: {}, type: 'text/plain', status: 415 },
  { headers: { 'Content-Type': 'application/json' }, body: '{', status: 400 },
  { headers: {}, body: { ...message, message: 'a'.repeat(17_000) }, status: 413 },
  { headers: {}, body: [], status: 422 },
  { headers: { 'Content-Type': 'application/json' }, body: 'null', status: 400 },
])('refuses a post with $headers, $type: $status', async ({ headers, type = 'json', body = message, status }) => {
  await using site = await startSite()
  const answer = await request(site.app)
    .post('/api/contact')
    .type(type)
    .set(headers as Record<string, string>)
    .send(type === 'text/plain' ? 'text' : body)
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({ errors: expect.any(Array) })
})

it('answers other methods with 405', async () => {
  await using site = await startSite()
  const read = await request(site.app).get('/api/contact')
  expect([read.status, read.get('Allow')]).toEqual([405, 'POST'])
  const posted = await request(site.app).post('/api/contact/check')
  expect([posted.status, posted.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

it('holds messages without a proof to half the rate of an address, and all forms together to theirs', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '4', NEWSLETTER: 'simulated' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const post = (type = 'json') => request(site.app).post('/api/contact').type(type).send(fields)
  expect([(await post()).status, (await post('form')).status]).toEqual([202, 303])
  const refused = await post()
  expect([refused.status, refused.body.errors[0].type]).toEqual([429, 'TooManyRequestsError'])
  expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0)
  const subscribe = () => request(site.app).post('/api/newsletter').send({ email: 'ada@example.com', lang: 'fr' })
  expect([(await subscribe()).status, (await subscribe()).status, (await subscribe()).status]).toEqual([202, 202, 429])
})

it('holds all visitors together to a rate of their own', async () => {
  await using site = await startSite({ FORMS_TOTAL_PER_10_MINUTES: '2', TRUST_PROXY: '1' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const from = async (address: string) =>
    (await request(site.app).post('/api/contact').set('X-Forwarded-For', address).send(fields)).status
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.3')]).toEqual([202, 202, 429])
})

it('counts all addresses of one IPv6 network as one', async () => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1', TRUST_PROXY: '1' })
  const fields = { ...(await servedFields(site.app)), ...message }
  const from = async (address: string) =>
    (await request(site.app).post('/api/contact').set('X-Forwarded-For', address).send(fields)).status
  expect([await from('2001:db8:1:1::1'), await from('2001:db8:1:1:ffff::2'), await from('2001:db8:1:2::1')]).toEqual([
    202, 429, 202,
  ])
})

it.each([
  { lang: 'fr', path: '/contact', texts: frCommon },
  { lang: 'en', path: '/en/contact', texts: enCommon },
])('tells a visitor without JavaScript at $path that there were too many, in $lang', async ({ lang, path, texts }) => {
  await using site = await startSite({ FORMS_PER_10_MINUTES: '1' })
  const fields = { ...(await servedFields(site.app, path)), ...message }
  const post = (set = {}) =>
    request(site.app)
      .post('/api/contact')
      .set({ Accept: 'text/html', Referer: site.url + path, ...set })
      .type('form')
      .send(fields)
  expect((await post()).status).toBe(303)
  const limited = await post()
  expect([limited.status, Number(limited.get('Retry-After')) > 0]).toEqual([429, true])
  expect(limited.text).toContain(`<html lang="${lang}">`)
  expect(textOf(limited.text)).toContain(texts.error.tooManyForms)
  expect(textOf(limited.text)).not.toContain(texts.error.hint)
  const crossed = await post({ 'Sec-Fetch-Site': 'cross-site' })
  expect(crossed.status).toBe(403)
  expect(textOf(crossed.text)).toContain(texts.error.refused)
})

it.each(['fr', 'en'] as const)('says in %s that a message cannot be kept, and gives it back', async (lang) => {
  await using folder = await makeFolder()
  await writeFile(join(folder.path, 'full'), Buffer.alloc(2 ** 20))
  await using site = await startSite({ OUTBOX_DIR: folder.path, OUTBOX_MAX_MB: '1' })
  const path = lang === 'fr' ? '/contact' : '/en/contact'
  const texts = lang === 'fr' ? fr : en
  const fields = { ...(await servedFields(site.app, path)), ...message, message: 'Un message d’une ligne.' }
  const visitor = request.agent(site.app)

  const script = await visitor.post('/api/contact').send(fields)
  expect([script.status, Number(script.get('Retry-After')) > 0]).toEqual([503, true])
  expect(script.body).toEqual({ errors: [{ message: texts.form.error, type: 'ServiceUnavailableError' }] })

  const plain = await visitor.post('/api/contact').type('form').send(fields)
  expect([plain.status, plain.get('Location')]).toEqual([303, `${path}?form=error&subject=archiving#form`])
  const page = await visitor.get(String(plain.get('Location')))
  expect(textOf(page.text)).toContain(texts.form.error)
  expect(textOf(page.text)).toContain(texts.form.kept)
  expect(elements(page.text, 'textarea').map(({ text }) => text)).toEqual([fields.message])
  expect(await readdir(folder.path)).toEqual(['full', 'refused'])
})

it('names every cookie in the terms', async () => {
  await using site = await startSite()
  const terms = textOf((await request(site.app).get('/terms')).text)
  const toggled = await request(site.app).post('/language').type('form').send({ lang: 'en', to: '/' })
  const refused = await request(site.app).post('/api/contact').type('form').send(message)
  const cookies = [toggled, refused].flatMap((answer) => answer.get('Set-Cookie') ?? [])
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) expect(terms).toContain(`«\u00a0${cookie.split('=', 1)[0]}\u00a0»`)
})

it('writes neither addresses nor messages into the log', async () => {
  await using site = await startSite()
  const fields = { ...(await servedFields(site.app)), ...message }
  await request(site.app).post('/api/contact').send(fields)
  await request(site.app)
    .post('/api/contact')
    .type('form')
    .send({ ...fields, stamp: '' })
  for (const personal of [message.email, message.name, 'procès-verbaux']) expect(site.logged()).not.toContain(personal)
})
