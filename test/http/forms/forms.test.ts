import request from 'supertest'
import { expect, it } from 'vitest'
import { type Language, languages, localise } from '../../../shared/language.ts'
import { contactForm, forms, newsletterForm, type SiteForm } from '../../support/forms.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { fieldsIn, postTo, servedFields } from '../support/contact.ts'
import { elements, textOf } from '../support/html.ts'

const manyForms = { FORMS_PER_10_MINUTES: '1000', FORMS_TOTAL_PER_10_MINUTES: '1000' }
const { ghost, site } = await shareSiteWithGhost(undefined, manyForms)
const { ghost: unasked, site: withoutOutbox } = await shareSiteWithGhost(undefined, {
  ...manyForms,
  OUTBOX_DIR: 'package.json/outbox',
})

const formsInEachLanguage = forms.flatMap((form) => languages.map((lang) => ({ ...form, lang })))

/** What must not be in the log. */
const personal = ['example.com', 'Bélanger', 'Coopérative', 'boîtes']

it.each(formsInEachLanguage)('accepts the $form form in $lang, with and without JavaScript', async (given) => {
  const { lang, page, endpoint, query, anchor, values, accepted, text } = given
  const served = await servedFields(site.app, localise(page, lang), endpoint)
  expect(Object.keys(served)).toEqual(expect.arrayContaining(Object.keys(values)))
  expect(served.lang).toBe(lang)
  const post = (type: string) =>
    postTo(site.app, endpoint, { ...served, ...values, email: ` ${type}-${lang}@example.com ` }, type)

  const script = await post('json')
  expect([script.status, script.body]).toEqual([202, accepted.body])
  const plain = await post('form')
  expect([plain.status, plain.get('Location')]).toEqual([
    303,
    `${localise(page, lang)}?${query}=${accepted.outcome}#${anchor}`,
  ])
  const shown = await request(site.app).get(String(plain.get('Location')))
  expect(textOf(shown.text)).toContain(text(lang, 'success'))
  for (const answer of [script, plain, shown]) expect(answer.get('Cache-Control')).toBe('no-store')
  for (const words of personal) expect(site.logged()).not.toContain(words)
})

it('sends a subscription to Ghost, trimmed and in its language', async () => {
  const subscribed = () => ghost.subscriptions.map(({ body }) => body)
  for (const lang of languages) {
    for (const type of ['json', 'form']) {
      const subscription = { email: `${type}-${lang}@example.com`, labels: [`site-${lang}`] }
      await expect.poll(subscribed).toContainEqual(expect.objectContaining(subscription))
    }
  }
})

const badFields: (SiteForm & { fields: object; problems: Record<string, string> })[] = [
  {
    ...contactForm,
    fields: { name: ' ', company: 'a'.repeat(151), email: 'ada', subject: 'else', message: 'court' },
    problems: {
      name: 'problems.name.missing',
      company: 'problems.company.tooLong',
      email: 'problems.email.invalid',
      subject: 'problems.subject.missing',
      message: 'problems.message.tooShort',
    },
  },
  {
    ...contactForm,
    fields: { ...contactForm.values, company: ['A', 'B'] },
    problems: { company: 'problems.company.invalid' },
  },
  ...['', 'ada@example', 42].map((email) => ({ ...newsletterForm, fields: { email }, problems: { email: 'invalid' } })),
]

it.each(badFields)('reports every invalid field of $fields before the bot check of the $form form', async (given) => {
  const { endpoint, fields, problems, text } = given
  for (const lang of languages) {
    const answer = await postTo(withoutOutbox.app, endpoint, { ...fields, lang })
    const type = 'ValidationError'
    const errors = Object.entries(problems).map(([field, key]) => ({ message: text(lang, key), type, field }))
    expect([answer.status, answer.body, answer.get('Cache-Control')]).toEqual([422, { errors }, 'no-store'])
  }
})

it.each(formsInEachLanguage)('refuses the $form form in $lang if it cannot be stored', async (given) => {
  const { form, lang, page, endpoint, values, text } = given
  const served = await servedFields(withoutOutbox.app, localise(page, lang), endpoint)
  const answer = await postTo(withoutOutbox.app, endpoint, { ...served, ...values })
  const message = form === 'contact' ? text(lang, 'error') : expect.any(String)
  expect(answer.status).toBe(503)
  expect(answer.body).toEqual({ errors: [{ message, type: 'ServiceUnavailableError' }] })
  expect(answer.get('Retry-After')).toMatch(/^[1-9]\d*$/)
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(unasked.subscriptions).toEqual([])
})

const markup = '« Œuvre » & <b>gras</b>'

type Refused = SiteForm & {
  at?: typeof site
  lang: Language
  typed: Record<string, string>
  token?: object
  outcome: string
  says: string[]
}

it.each<Refused>([
  { ...contactForm, lang: 'fr', typed: { email: 'ada' }, outcome: 'invalid', says: ['problems.email.invalid'] },
  { ...contactForm, lang: 'en', typed: {}, token: { formToken: 'none' }, outcome: 'botCheck', says: ['botCheck'] },
  { ...contactForm, lang: 'fr', at: withoutOutbox, typed: {}, outcome: 'error', says: ['error', 'kept'] },
  { ...newsletterForm, lang: 'fr', typed: { email: 'ada@example' }, outcome: 'invalid', says: ['invalid'] },
  { ...newsletterForm, lang: 'en', typed: { email: ' "<b>Zoé</b>" & ada ' }, outcome: 'invalid', says: ['invalid'] },
  { ...newsletterForm, lang: 'fr', at: withoutOutbox, typed: {}, outcome: 'error', says: ['error'] },
])('restores $typed typed into the $form form without JavaScript: $outcome', async (given) => {
  const { at = site, lang, page, endpoint, query, anchor, kept, values, typed, token, outcome, says, text } = given
  const visitor = request.agent(at.app)
  const path = localise(page, lang)
  const expected = { ...values, ...('message' in values ? { message: markup } : {}), ...typed }
  const fields = { ...(await servedFields(at.app, path, endpoint)), ...expected, ...token }

  const sent = await visitor.post(endpoint).type('form').send(fields)

  expect([sent.status, sent.get('Location')]).toEqual([303, `${path}?${query}=${outcome}${kept}#${anchor}`])
  for (const _time of [1, 2]) {
    const shown = await visitor.get(String(sent.get('Location')))
    expect([shown.status, shown.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(shown.get('Cache-Status')).toContain('pages; fwd=miss')
    expect(fieldsIn(shown.text, endpoint)).toMatchObject(expected)
    for (const key of says) expect(textOf(shown.text)).toContain(text(lang, key))
  }
  for (const words of personal) expect(at.logged()).not.toContain(words)
})

// Form tokens, and so pages, change on the hour.
const now = Date.now()
const secure = await shareSite({ SITE_URL: 'https://www.site.example' }, () => now)

it.each(forms)('shows a refused $form form to no other visitor and on no other page', async (given) => {
  const { page, endpoint, query, cookie, values } = given
  const visitor = request.agent(site.app)
  const served = await servedFields(site.app, page, endpoint)
  const post = (changed: object) =>
    visitor
      .post(endpoint)
      .type('form')
      .send({ ...served, ...values, ...changed })

  const refused = await post({ email: 'ada@nowhere' })
  const attributes = 'Max-Age=600; Path=/; Expires=.*; HttpOnly; SameSite=Lax'
  expect(refused.get('Set-Cookie')).toEqual([expect.stringMatching(new RegExp(`^${cookie}=[\\w-]+; ${attributes}$`))])
  const location = String(refused.get('Location'))
  expect((await visitor.get(location)).text).toContain('ada@nowhere')
  const other = await request(site.app).get(location)
  expect(other.text).not.toContain('ada@nowhere')
  expect(other.get('Cache-Control')).toBe('no-store')
  const otherForm = query === 'form' ? '/blog?newsletter=invalid' : '/contact?form=invalid'
  const outcomes = ['success', 'sent', 'known', 'other'].map((outcome) => `${page}?${query}=${outcome}`)
  for (const path of [page, page, ...outcomes, ...outcomes, otherForm, '/about'])
    expect((await visitor.get(path)).text, path).not.toContain('ada@nowhere')
  for (const path of [page, `${page}?${query}=other`])
    expect((await visitor.get(path)).get('Cache-Control'), path).toMatch(/^public/)

  const cleared = [expect.stringMatching(`^${cookie}=; Path=/; Expires=Thu, 01 Jan 1970`)]
  expect((await post({ email: 'forgotten@example.com' })).get('Set-Cookie')).toEqual(cleared)

  const overHttps = await postTo(secure.app, endpoint, { email: 'ada@nowhere' }, 'form')
  expect(overHttps.get('Set-Cookie')).toEqual([expect.stringContaining('; Secure;')])
})

it('names every cookie in the terms', async () => {
  const terms = textOf((await request(site.app).get('/terms')).text)
  for (const cookie of ['i18next', ...forms.map(({ cookie }) => cookie)])
    expect(terms).toContain(`«\u00a0${cookie}\u00a0»`)
})

it.each(forms)('ignores an unknown outcome of the $form form, and stores no page for it', async ({ page, query }) => {
  const plain = await request(secure.app).get(page)
  const odd = await request(secure.app).get(`${page}?${query}=%3Cb%3Ehacked&subject=x&z=1`)
  expect([odd.status, odd.get('Cache-Status')]).toEqual([200, expect.stringContaining('pages; hit')])
  expect(odd.text).toBe(plain.text)
})

it.each(forms)('trims the language of the $form form before it reads it', async ({ page, endpoint, query, anchor }) => {
  for (const [lang, path] of [
    [' en ', localise(page, 'en')],
    ['e n', page],
  ]) {
    const answer = await postTo(site.app, endpoint, { email: 'none', lang }, 'form')
    expect(answer.get('Location')).toBe(`${path}?${query}=invalid#${anchor}`)
  }
})

it('chooses the subject that a link to the contact form names', async () => {
  for (const subject of ['ai', 'archiving', 'cybersecurity', 'vulnerabilityManagement', 'other']) {
    const { text } = await request(site.app).get(`/en/contact?subject=${subject}`)
    expect(fieldsIn(text).subject).toBe(subject)
    expect(elements(text, 'link').map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({ rel: 'canonical', href: `${site.url}/en/contact` }),
    )
  }
})
