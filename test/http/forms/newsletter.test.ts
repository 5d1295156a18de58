import request from 'supertest'
import { expect, it } from 'vitest'
import { startFakeGhost } from '../../support/fake-ghost.ts'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite, startSiteWithGhost } from '../../support/start-site.ts'
import { languages } from '../../../shared/language.ts'
import { elements } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

// Rejected forms change nothing, so their tests share a site, whose Ghost accepts no subscription.
const { ghost: unasked, site: refusing } = await shareSiteWithGhost()
const named = await shareSiteWithGhost(undefined, {
  SITE_URL: 'https://www.site.example',
  FORMS_PER_10_MINUTES: '100',
})

// A simulated subscription takes a second, so these run at the same time.
it.concurrent.each([
  { newsletter: 'ghost', outcome: 'sent' },
  { newsletter: 'simulated', outcome: 'success' },
])('reports with NEWSLETTER=$newsletter that a subscription was a $outcome', async ({ newsletter, outcome }) => {
  await using ghost = await startFakeGhost()
  await using site = await startSite({ ...ghost.env, NEWSLETTER: newsletter })
  const form = { email: ' ada@example.com ', lang: 'en' }
  const post = () => request(site.app).post('/api/newsletter')
  const [answer, withoutScript] = await Promise.all([post().send(form), post().type('form').send(form)])
  expect([answer.status, answer.body]).toEqual([202, { outcome }])
  expect([withoutScript.status, withoutScript.get('Location')]).toEqual([
    303,
    `/en/blog?newsletter=${outcome}#newsletter`,
  ])
  expect(answer.get('Content-Type')).toContain('application/json')
  for (const { headers } of [answer, withoutScript]) expect(headers['cache-control']).toBe('no-store')
  if (newsletter === 'ghost') {
    const sent = { emailType: 'subscribe', integrityToken: '1:token', email: 'ada@example.com', labels: ['site-en'] }
    return expect.poll(() => ghost.subscriptions[0]?.body).toMatchObject(sent)
  }
  expect(ghost.subscriptions).toEqual([])
  expect(await site.outbox.state()).toEqual({ waiting: 0, oldestSeconds: 0, refused: 0 })
})

it.each(languages)('mentions the confirmation mail in %s if one is sent, only below the thanks', async (lang) => {
  const told = async (outcome: string) => {
    const { text } = await request(refusing.app).get(`${lang === 'fr' ? '' : '/en'}/blog?newsletter=${outcome}`)
    const region = /<div[^>]* role="status"[^>]*>(.*?)<\/div>/s.exec(text)?.[1] ?? ''
    return elements(region, 'p').map((paragraph) => paragraph.text)
  }
  const thanks = textIn(lang, 'blog', 'newsletter.success')
  expect(await told('sent')).toEqual([thanks, textIn(lang, 'blog', 'newsletter.sent')])
  expect(await told('success')).toEqual([thanks])
})

it.each([
  { what: 'a proxy sends again', ids: ['3a7f', '3a7f'], mails: 1 },
  { what: 'a visitor sends again', ids: ['3a7f', '9c02'], mails: 2 },
  { what: 'a visitor sends again without a proxy', ids: [null, null], mails: 2 },
])('has Ghost send $mails confirmations for a subscription that $what', async ({ ids, mails }) => {
  const { ghost, site } = await startSiteWithGhost()
  for (const id of ids) {
    const posted = request(site.app).post('/api/newsletter')
    if (id !== null) posted.set('X-Request-Id', id)
    expect((await posted.send({ email: 'ada@example.com', lang: 'fr' })).status).toBe(202)
    await expect.poll(() => site.outbox.state()).toMatchObject({ waiting: 0 })
  }
  expect(ghost.subscriptions).toHaveLength(mails)
})

it.each([
  { proxies: '0', sent: '198.51.100.1', expected: '127.0.0.1' },
  // The visitor wrote the left part.
  { proxies: '1', sent: '198.51.100.1, 203.0.113.7', expected: '203.0.113.7' },
  { proxies: '2', sent: '198.51.100.1, 203.0.113.7', expected: '198.51.100.1' },
  // Some proxies name the port too.
  { proxies: '1', sent: '203.0.113.7:4001', expected: '203.0.113.7' },
  { proxies: '1', sent: '[2001:db8::1]:443', expected: '2001:db8::1' },
  { proxies: '1', sent: '[2001:db8::1]', expected: '2001:db8::1' },
  // A visitor without an address there has the proxy's.
  { proxies: '1', sent: 'unknown', expected: '127.0.0.1' },
  { proxies: '1', sent: '[198.51.100.1:2', expected: '127.0.0.1' },
])('sends Ghost $expected if X-Forwarded-For is $sent behind $proxies proxies', async (given) => {
  const { ghost, site } = await startSiteWithGhost(undefined, { TRUST_PROXY: given.proxies })
  const form = { email: 'ada@example.com', lang: 'fr' }
  await request(site.app).post('/api/newsletter').set('X-Forwarded-For', given.sent).send(form)
  await expect.poll(() => ghost.subscriptions).toHaveLength(1)
  expect(String(ghost.subscriptions[0]?.headers['x-forwarded-for']).replace('::ffff:', '')).toBe(given.expected)
})

it.each(languages)('says in %s that a subscription cannot be kept', async (lang) => {
  const { ghost, site } = await startSiteWithGhost(undefined, { OUTBOX_DIR: 'package.json/outbox' })
  const form = { email: 'ada@example.com', lang }
  const answer = await request(site.app).post('/api/newsletter').send(form)
  expect(answer.status).toBe(503)
  expect(answer.get('Retry-After')).toMatch(/^\d+$/)
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: 'ServiceUnavailableError' }] })
  const withoutScript = await request(site.app).post('/api/newsletter').type('form').send(form)
  expect(withoutScript.get('Location')).toBe(`${lang === 'fr' ? '' : '/en'}/blog?newsletter=error#newsletter`)
  expect(ghost.subscriptions).toEqual([])
})

// See shared/form-rules.test.ts for invalid addresses.
it.each([
  { email: '', lang: 'fr' },
  { email: 'ada@example', lang: 'en' },
  { email: 42, lang: 'fr' },
] as const)('refuses the address $email in the words of $lang', async ({ email, lang }) => {
  const answer = await request(refusing.app).post('/api/newsletter').send({ email, lang })
  expect(answer.status).toBe(422)
  const message = textIn(lang, 'blog', 'newsletter.invalid')
  expect(answer.body).toEqual({ errors: [{ message, type: 'ValidationError', field: 'email' }] })
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(unasked.subscriptions).toEqual([])
})

// See newsletter-draft.test.ts for an invalid address without script.
it('shows no message for an outcome that does not exist', async () => {
  const { text, status } = await request(refusing.app).get('/blog?newsletter=%3Cb%3Ehacked')
  expect(status).toBe(200)
  expect(text).toMatch(/<div[^>]* role="status"[^>]*><\/div>/)
  expect(text).toContain('id="newsletter"')
  expect(text).not.toContain('<b>hacked')
})

// See language-toggle.test.ts for Sec-Fetch-Site alone, and a foreign origin alone.
it.each([
  { headers: {}, status: 202 },
  { headers: { Origin: 'https://www.site.example', 'Sec-Fetch-Site': 'same-origin' }, status: 202 },
  // Another name of the site: browsers compare it with their own origin; for old ones the host is compared.
  { headers: { Origin: 'https://site.example', 'Sec-Fetch-Site': 'same-origin' }, status: 202 },
  { headers: { Origin: 'https://site.example', Host: 'site.example' }, status: 202 },
  { headers: { Origin: 'https://site.example', 'Sec-Fetch-Site': 'same-site' }, status: 403 },
  { headers: { Origin: 'https://evil.example', Host: 'site.example' }, status: 403 },
  { headers: { Origin: 'http://www.site.example', Host: 'www.site.example' }, status: 403 },
  { headers: { Origin: 'https://www.site.example', 'Sec-Fetch-Site': 'cross-site' }, status: 403 },
  { headers: { Origin: 'https://www.site.example.evil.example' }, status: 403 },
  { headers: { Origin: 'null' }, status: 403 },
])('answers a subscription sent with $headers with $status', async ({ headers, status }) => {
  const email = `sent-with-${status}@example.com`
  const answer = await request(named.site.app).post('/api/newsletter').set(headers).send({ email, lang: 'fr' })
  expect(answer.status).toBe(status)
  if (status === 202) return
  expect(answer.body).toEqual({ errors: [{ message: expect.any(String), type: expect.any(String) }] })
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(JSON.stringify(named.ghost.subscriptions)).not.toContain(email)
})

it.each([
  { lang: ' en ', location: '/en/blog?newsletter=invalid#newsletter' },
  { lang: 'e n', location: '/blog?newsletter=invalid#newsletter' },
])('trims the language "$lang" before it parses it', async ({ lang, location }) => {
  const answer = await request(refusing.app).post('/api/newsletter').type('form').send({ email: 'none', lang })
  expect(answer.get('Location')).toBe(location)
})
