import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { expect, it } from 'vitest'
import en from '../../../locales/en/contact.json'
import fr from '../../../locales/fr/contact.json'
import { shareSite } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { contactFields } from '../../../shared/contact-rules.ts'
import { languages } from '../../../shared/language.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { message, postTo, servedFields } from '../support/contact.ts'
import { elements, textOf } from '../support/html.ts'

const problems = { fr: fr.form.problems, en: en.form.problems }

// The tokens of forms change on the hour, and pages with them.
const now = Date.now()
const site = await shareSite({ FORMS_PER_10_MINUTES: '1000', FORMS_TOTAL_PER_10_MINUTES: '1000' }, () => now)

it('the form has a control for each field', async () => {
  const { text } = await request(site.app).get('/contact')
  const controls = ['input', 'select', 'textarea'].flatMap((name) => elements(text, name))
  expect(controls.map(({ attributes }) => attributes.name)).toEqual(expect.arrayContaining([...contactFields]))
})

it.each(['/contact', '/en/contact'])('accepts a message with the hidden fields of the form at %s', async (path) => {
  const answer = await postTo(site.app, '/api/contact', { ...(await servedFields(site.app, path)), ...message })
  expect(answer.status).toBe(202)
  expect(answer.get('Cache-Control')).toBe('no-store')
})

it.each([
  { lang: 'fr', path: '/contact' },
  { lang: 'en', path: '/en/contact' },
])('sends a form without JavaScript back to $path, which says thank you', async ({ lang, path }) => {
  const fields = await servedFields(site.app, path)
  expect(fields.lang).toBe(lang)

  const answer = await postTo(site.app, '/api/contact', { ...fields, ...message }, 'form')

  expect([answer.status, answer.get('Location')]).toEqual([303, `${path}?form=success#form`])
  expect(answer.get('Cache-Control')).toBe('no-store')
  const page = await request(site.app).get(String(answer.get('Location')))
  expect(page.get('Cache-Control')).toBe('no-store')
  expect(textOf(page.text)).toContain((lang === 'fr' ? fr : en).form.success)
})

it.each(languages)('names every wrong field in %s, before the bot check', async (lang) => {
  const wrong = { name: ' ', company: 'a'.repeat(151), email: 'ada', subject: 'else', message: 'court' }
  const answer = await postTo(site.app, '/api/contact', { ...wrong, lang })
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

it('rejects a company that is not text, from the script and from a plain form', async () => {
  const fields = { ...(await servedFields(site.app)), ...message }
  const script = await postTo(site.app, '/api/contact', { ...fields, company: 7 })
  expect([script.status, script.body]).toEqual([
    422,
    { errors: [{ message: problems.fr.company.invalid, type: 'ValidationError', field: 'company' }] },
  ])
  const two = `${new URLSearchParams({ ...fields, company: 'A' })}&company=B`
  const twice = await postTo(site.app, '/api/contact', two, 'form')
  expect([twice.status, twice.get('Location')]).toEqual([303, '/contact?form=invalid&subject=archiving#form'])
})

it.each([
  { change: { email: 'ada' }, outcome: 'invalid', text: fr.form.problems.email.invalid },
  { change: { formToken: 'none' }, outcome: 'botCheck', text: fr.form.botCheck },
])('returns what was typed if a plain form fails ($outcome)', async ({ change, outcome, text }) => {
  const visitor = request.agent(site.app)
  const typed = { ...message, message: '« Œuvre » & <b>gras</b>', ...change }
  const fields = { ...(await servedFields(site.app)), ...typed }
  const answer = await visitor.post('/api/contact').type('form').send(fields)
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

it('shows a draft only to its visitor, and forgets it once the message is sent', async () => {
  const visitor = request.agent(site.app)
  const fields = await servedFields(site.app)
  const post = (changed: object) => visitor.post('/api/contact').type('form').send(changed)
  const failed = await post({ ...fields, ...message, email: 'ada' })
  const cookie = failed.get('Set-Cookie')?.[0] ?? ''
  expect(cookie).toMatch(/^contact-draft=[\w-]+; Max-Age=600; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/)

  const other = await request(site.app).get(String(failed.get('Location')))
  expect(other.text).not.toContain(message.name)
  const plain = await visitor.get('/contact')
  expect(plain.text).not.toContain(message.name)
  expect(plain.get('Cache-Control')).toMatch(/^public/)

  const sent = await post({ ...fields, ...message })
  expect(sent.get('Set-Cookie')?.[0]).toMatch(/^contact-draft=; Path=\/; Expires=Thu, 01 Jan 1970/)
})

const subjects = ['ai', 'archiving', 'cybersecurity', 'vulnerabilityManagement', 'other']

it.each(subjects)('selects the subject %s if a link names it', async (subject) => {
  const { text } = await request(site.app).get(`/en/contact?subject=${subject}`)
  const chosen = elements(text, 'option').filter(({ attributes }) => 'selected' in attributes)
  expect(chosen.map(({ attributes }) => attributes.value)).toEqual([subject])
  expect(text).toContain(`<link rel="canonical" href="${site.url}/en/contact"/>`)
})

it('ignores an unknown subject or outcome, and stores no page for it', async () => {
  await request(site.app).get('/contact')
  const odd = await request(site.app).get('/contact?subject=x&form=y&z=1')
  expect(odd.get('Cache-Status')).toBe('pages; hit')
})

it.each(languages)('says in %s that a message cannot be kept, and returns it', async (lang) => {
  await using folder = await temporaryFolder()
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
  const terms = textOf((await request(site.app).get('/terms')).text)
  const toggled = await request(site.app).post('/language').type('form').send({ lang: 'en', to: '/' })
  const refused = await request(site.app).post('/api/contact').type('form').send(message)
  const declined = await request(site.app).post('/api/newsletter').type('form').send({ email: 'ada' })
  const cookies = [toggled, refused, declined].flatMap((answer) => answer.get('Set-Cookie') ?? [])
  expect(cookies).toHaveLength(3)
  for (const cookie of cookies) expect(terms).toContain(`«\u00a0${cookie.split('=', 1)[0]}\u00a0»`)
})

it('writes neither addresses nor messages into the log', async () => {
  const fields = { ...(await servedFields(site.app)), ...message }
  await request(site.app).post('/api/contact').send(fields)
  await postTo(site.app, '/api/contact', { ...fields, formToken: '' }, 'form')
  for (const personal of [message.email, message.name, 'boîtes']) expect(site.logged()).not.toContain(personal)
})
