import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const siteUrl = 'https://www.site.example'
// The French list has two pages.
const env = { SITE_URL: siteUrl, BLOG_PAGE_SIZE: '1' }
const { site } = await shareSiteWithGhost([...posts, fakePost('un-autre')], env)
const unencrypted = await shareSite({ SITE_URL: 'http://www.site.example' })

const toggle = (form: object) => request(site.app).post('/language').type('form').send(form)

it.each([
  { path: '/ai', headers: {}, language: 'fr', canonical: '/ai' },
  { path: '/ai', headers: { Cookie: 'i18next=en' }, language: 'en', canonical: '/en/ai' },
  { path: '/en/ai', headers: { Cookie: 'i18next=fr' }, language: 'en', canonical: '/en/ai' },
  { path: '/ai', headers: { 'Accept-Language': 'en' }, language: 'fr', canonical: '/ai' },
  { path: '/en/ai', headers: { 'Accept-Language': 'fr' }, language: 'en', canonical: '/en/ai' },
  { path: '/ai?lng=en&lang=en', headers: {}, language: 'fr', canonical: '/ai' },
  { path: '/', headers: { Cookie: 'i18next=en' }, language: 'en', canonical: '/en' },
  { path: '/terms', headers: { Cookie: 'i18next=en' }, language: 'en', canonical: '/terms' },
  { path: '/blog/an-article', headers: { Cookie: 'i18next=en' }, language: 'en', canonical: '/en/blog/an-article' },
] as const)('answers $path with $headers in language $language', async ({ path, headers, language, canonical }) => {
  const { text } = await request(site.app).get(path).set(headers).expect(200)
  expect(headOf(text)).toMatchObject({ language, canonical: [siteUrl + canonical] })
  expect(elements(text, 'footer').at(-1)?.text).toContain(textIn(language, 'common', 'footer.rights'))
  const own = elements(text, 'a').flatMap(({ attributes: { href = '' } }) => (href.startsWith('/') ? href : []))
  expect(own.filter((href) => /^\/en([/?#]|$)/.test(href) !== (language === 'en'))).toEqual([])
})

it.each([
  { path: '/fr?x=1&y=%C3%A9', location: '/?x=1&y=%C3%A9' },
  { path: '/fr/ai/', location: '/ai' },
  { path: '/fr/nothing', location: '/nothing' },
])('redirects $path to $location and remembers French', async ({ path, location }) => {
  const answer = await request(site.app).get(path).set('Cookie', 'i18next=en').expect(302)
  expect(answer.get('Location')).toBe(location)
  expect(answer.get('Set-Cookie')).toEqual([expect.stringMatching(/^i18next=fr; Max-Age=31536000; Path=\/;/)])
})

it.each([
  { path: '/ai/?q=%C3%A9&r', location: '/ai?q=%C3%A9&r' },
  { path: '/en/', location: '/en' },
  { path: '/en/blog/an-article/?q=1', location: '/en/blog/an-article?q=1' },
])('redirects $path to $location permanently, and sets no cookie', async ({ path, location }) => {
  for (const method of ['get', 'head'] as const) {
    const answer = await request(site.app)[method](path)
    expect([method, answer.status, answer.get('Location')]).toEqual([method, 301, location])
    // An hour: with a longer lifetime, browsers would miss a page that is added there.
    expect(answer.get('Cache-Control')).toBe('public, max-age=3600')
    expect(answer.get('Set-Cookie')).toBeUndefined()
  }
})

it.each([
  { lang: 'fr', to: '/fr/ai', location: '/ai' },
  { lang: 'en', to: '/ai?q=1', location: '/en/ai?q=1' },
])('the toggle redirects from $to to $location if $lang is chosen', async ({ location, ...form }) => {
  const answer = await toggle(form).expect(303)
  expect(answer.headers).toMatchObject({ location, 'cache-control': 'no-store' })
  expect(answer.get('Set-Cookie')).toEqual([expect.stringMatching(new RegExp(`^i18next=${form.lang};`))])
})

it.each([
  { at: site, url: siteUrl, isSecure: true },
  { at: unencrypted, url: 'http://www.site.example', isSecure: false },
])('the cookie lasts a year, and is Secure: $isSecure at $url', async ({ at, isSecure }) => {
  const posted = await request(at.app).post('/language').type('form').send({ lang: 'en', to: '/ai' })
  for (const answer of [posted, await request(at.app).get('/fr/ai')]) {
    const [cookie = ''] = answer.get('Set-Cookie') ?? []
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'Max-Age=31536000', 'SameSite=Lax']))
    expect([attributes.includes('Secure'), attributes.includes('HttpOnly')]).toEqual([isSecure, false])
  }
})

it.each([
  ...[{ lang: 'de', to: '/ai' }, { lang: 'EN', to: '/ai' }, { to: '/ai' }, { lang: ['fr', 'en'], to: '/ai' }],
  ...[{ lang: 'en' }, { lang: 'en', to: ['/ai', '/about'] }, { lang: 'fr', to: '//evil.example' }],
  ...[
    { lang: 'fr', to: '/en//evil.example' },
    { lang: 'en', to: '/%' },
  ],
])('the toggle refuses the form %j', async (form) => {
  const answer = await toggle(form).expect(400)
  expect(answer.body).toEqual({ errors: [expect.objectContaining({ type: 'BadRequestError' })] })
  for (const name of ['set-cookie', 'location']) expect(answer.headers).not.toHaveProperty(name)
})

it.each([
  { headers: { 'Sec-Fetch-Site': 'same-origin', Origin: siteUrl }, status: 303 },
  { headers: { 'Sec-Fetch-Site': 'cross-site' }, status: 403 },
  { headers: { Origin: 'https://evil.example' }, status: 403 },
])('the toggle answers a form that is sent with $headers with $status', async ({ headers, status }) => {
  const answer = await toggle({ lang: 'en', to: '/ai' }).set(headers).expect(status)
  expect(answer.get('Set-Cookie') === undefined).toBe(status === 403)
})

/** The fields that the toggle of a served page posts. */
function fieldsIn(html: string): Record<string, string> {
  const form = elements(html, 'form').find(({ attributes }) => attributes.action === '/language')
  const inputs = elements(form?.inner ?? '', 'input').map(({ attributes }) => attributes)
  return Object.fromEntries(inputs.map(({ name = '', value = '' }) => [name, value]))
}

it.each([
  { from: '/contact?subject=ai', to: '/en/contact?subject=ai', chosen: 'ai' },
  { from: '/contact?form=success', to: '/en/contact?form=success' },
  { from: '/en/contact?form=invalid&subject=ai', to: '/contact?subject=ai&form=invalid', chosen: 'ai' },
  { from: '/blog?newsletter=invalid', to: '/en/blog?newsletter=invalid' },
  { from: '/contact?utm_source=x&subject=ai', to: '/en/contact?subject=ai', chosen: 'ai' },
  { from: '/contact?subject=//evil.example&form=%0d%0a', to: '/en/contact' },
  { from: '/ai?subject=ai', to: '/en/ai' },
  // The English list may have no second page.
  { from: '/blog?page=2', to: '/en/blog' },
])('the toggle of $from as served redirects to $to', async ({ from, to, chosen }) => {
  const page = await request(site.app).get(from).expect(200)
  await toggle(fieldsIn(page.text)).expect(303).expect('Location', to)
  const { text } = await request(site.app).get(to).expect(200)
  expect(headOf(text).language).toBe(to.startsWith('/en') ? 'en' : 'fr')
  const selected = elements(text, 'option').find(({ attributes }) => 'selected' in attributes)
  if (chosen !== undefined) expect(selected?.attributes.value).toBe(chosen)
})

it('the toggle keeps a refused e-mail address', async () => {
  const visitor = request.agent(unencrypted.app)
  const refused = await visitor.post('/api/newsletter').type('form').send({ email: 'ada@example', lang: 'fr' })
  const { text } = await visitor.get(String(refused.get('Location')))
  const sent = await visitor.post('/language').type('form').send(fieldsIn(text))
  expect((await visitor.get(String(sent.get('Location')))).text).toContain('value="ada@example"')
})
