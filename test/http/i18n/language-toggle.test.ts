import request from 'supertest'
import { expect, it } from 'vitest'
import { fakePost } from '../../support/fake-ghost.ts'
import { shareSite, shareSiteWithGhost } from '../../support/share-site.ts'
import { startSite } from '../../support/start-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf } from '../support/html.ts'

const { site } = await shareSiteWithGhost(posts)
const named = await shareSite({ SITE_URL: 'https://www.site.example' })
const { site: paged } = await shareSiteWithGhost([...posts, fakePost('un-autre')], { BLOG_PAGE_SIZE: '1' })

// See every-page.test.ts for every page, and server/i18n/language.test.ts and shared/site-map.test.ts for other paths.
it.each([
  { lang: 'fr', to: '/fr/ai', location: '/ai' },
  { lang: 'en', to: '/ai?q=1', location: '/en/ai?q=1' },
])('leads from $to to $location when $lang is chosen', async ({ lang, to, location }) => {
  const answer = await request(site.app).post('/language').type('form').send({ lang, to })
  expect(answer.status).toBe(303)
  expect(answer.get('Location')).toBe(location)
  expect(answer.get('Cache-Control')).toBe('no-store')
  expect(answer.get('Set-Cookie')).toEqual([expect.stringMatching(new RegExp(`^i18next=${lang};`))])
})

it.each([
  { siteUrl: 'https://www.site.example', secure: true },
  { siteUrl: 'http://www.site.example', secure: false },
])('sets a cookie for a year, Secure: $secure at $siteUrl', async ({ siteUrl, secure }) => {
  await using site = await startSite({ SITE_URL: siteUrl })
  const posted = await request(site.app).post('/language').type('form').send({ lang: 'en', to: '/ai' })
  const opened = await request(site.app).get('/fr/ai')
  for (const answer of [posted, opened]) {
    const [cookie = ''] = answer.get('Set-Cookie') ?? []
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'Max-Age=31536000', 'SameSite=Lax']))
    expect(attributes.includes('Secure')).toBe(secure)
    expect(attributes).not.toContain('HttpOnly')
  }
})

it.each([
  { lang: 'de', to: '/ai' },
  { lang: 'EN', to: '/ai' },
  { to: '/ai' },
  { lang: ['fr', 'en'], to: '/ai' },
  { lang: 'en' },
  { lang: 'en', to: ['/ai', '/about'] },
  { lang: 'fr', to: '//evil.example' },
  { lang: 'fr', to: '/en//evil.example' },
  { lang: 'en', to: '/%' },
])('refuses the form %j', async (form) => {
  const answer = await request(site.app).post('/language').type('form').send(form)
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ errors: [expect.objectContaining({ type: 'BadRequestError' })] })
  expect(answer.get('Set-Cookie')).toBeUndefined()
  expect(answer.get('Location')).toBeUndefined()
})

// See newsletter.test.ts for other origins.
it.each([
  { headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://www.site.example' }, status: 303 },
  { headers: { 'Sec-Fetch-Site': 'cross-site' }, status: 403 },
  { headers: { Origin: 'https://evil.example' }, status: 403 },
])('answers a form sent with $headers with $status', async ({ headers, status }) => {
  const answer = await request(named.url).post('/language').set(headers).type('form').send({ lang: 'en', to: '/ai' })
  expect(answer.status).toBe(status)
  expect(answer.get('Set-Cookie') === undefined).toBe(status === 403)
})

/** The fields that the toggle of a served page posts. */
function toggleOf(html: string): Record<string, string> {
  const form = elements(html, 'form').find(({ attributes }) => attributes.action === '/language')
  const inputs = elements(form?.inner ?? '', 'input').map(({ attributes }) => attributes)
  return Object.fromEntries(inputs.map(({ name = '', value = '' }) => [name, value]))
}

it.each([
  { from: '/contact?subject=ai', to: '/en/contact?subject=ai' },
  { from: '/contact?form=success', to: '/en/contact?form=success' },
  { from: '/en/contact?form=invalid&subject=ai', to: '/contact?subject=ai&form=invalid' },
  { from: '/blog?newsletter=invalid', to: '/en/blog?newsletter=invalid' },
  { from: '/contact?utm_source=x&subject=ai', to: '/en/contact?subject=ai' },
  { from: '/contact?subject=//evil.example&form=%0d%0a', to: '/en/contact' },
  { from: '/ai?subject=ai', to: '/en/ai' },
  // The English list may have no second page.
  { from: '/blog?page=2', to: '/en/blog' },
])('leads from $from as served to $to, which is there', async ({ from, to }) => {
  const page = await request(paged.url).get(from).expect(200)
  const sent = await request(paged.url).post('/language').type('form').send(toggleOf(page.text))
  expect([sent.status, sent.get('Location')]).toEqual([303, to])
  const arrived = await request(paged.url).get(to).expect(200)
  expect(headOf(arrived.text).language).toBe(to.startsWith('/en') ? 'en' : 'fr')
})

it('keeps a selected subject and a refused address in the other language', async () => {
  await using site = await startSite()
  const visitor = request.agent(site.app)
  const toggle = async (from: string) => {
    const sent = await visitor
      .post('/language')
      .type('form')
      .send(toggleOf((await visitor.get(from)).text))
    return (await visitor.get(String(sent.get('Location')))).text
  }
  const chosen = elements(await toggle('/contact?subject=ai'), 'option').filter(
    ({ attributes }) => 'selected' in attributes,
  )
  expect(chosen.map(({ attributes }) => attributes.value)).toEqual(['ai'])

  const refused = await visitor.post('/api/newsletter').type('form').send({ email: 'ada@example', lang: 'fr' })
  expect(await toggle(String(refused.get('Location')))).toContain('value="ada@example"')
})
