import request from 'supertest'
import { expect, it } from 'vitest'
import { shareSiteWithGhost } from '../../support/share-site.ts'
import { posts } from '../support/addresses.ts'
import { elements, headOf } from '../support/html.ts'
import { textIn } from '../support/texts.ts'

const { site } = await shareSiteWithGhost(posts)

// See server/i18n/language.test.ts for the language of an address and a cookie.
it.each([
  { path: '/ai', headers: {}, language: 'fr', canonical: '/ai' },
  { path: '/ai', headers: { Cookie: 'i18next=en' }, language: 'en', canonical: '/en/ai' },
  { path: '/en/ai', headers: { Cookie: 'i18next=fr' }, language: 'en', canonical: '/en/ai' },
  { path: '/ai', headers: { 'Accept-Language': 'en' }, language: 'fr', canonical: '/ai' },
  { path: '/en/ai', headers: { 'Accept-Language': 'fr' }, language: 'en', canonical: '/en/ai' },
  { path: '/ai?lng=en&lang=en', headers: {}, language: 'fr', canonical: '/ai' },
  { path: '/terms', headers: { Cookie: 'i18next=en' }, language: 'en', canonical: '/terms' },
])('answers $path with $headers in language $language', async ({ path, headers, language, canonical }) => {
  const answer = await request(site.app).get(path).set(headers)
  expect(answer.status).toBe(200)
  expect(headOf(answer.text)).toMatchObject({ language, canonical: [site.url + canonical] })
  expect(elements(answer.text, 'footer').at(-1)?.text).toContain(
    textIn(language as 'fr' | 'en', 'common', 'footer.rights'),
  )
})

it.each([
  { path: '/fr?x=1&y=%C3%A9', location: '/?x=1&y=%C3%A9' },
  { path: '/fr/ai/', location: '/ai' },
  { path: '/fr/nothing', location: '/nothing' },
])('sends $path to $location and remembers French', async ({ path, location }) => {
  const answer = await request(site.app).get(path).set('Cookie', 'i18next=en')
  expect(answer.status).toBe(302)
  expect(answer.get('Location')).toBe(location)
  expect(answer.get('Set-Cookie')).toEqual([expect.stringMatching(/^i18next=fr; Max-Age=31536000; Path=\/;/)])
})

it.each([
  { path: '/ai/?q=%C3%A9&r', location: '/ai?q=%C3%A9&r' },
  { path: '/en/', location: '/en' },
  { path: '/en/blog/an-article/?q=1', location: '/en/blog/an-article?q=1' },
])('sends $path to $location for good, and sets no cookie', async ({ path, location }) => {
  for (const method of ['get', 'head'] as const) {
    const answer = await request(site.app)[method](path)
    expect([method, answer.status, answer.get('Location')]).toEqual([method, 301, location])
    // An hour: with a longer lifetime, a browser would not see a page that is added there.
    expect(answer.get('Cache-Control')).toBe('public, max-age=3600')
    expect(answer.get('Set-Cookie')).toBeUndefined()
  }
})

// See every-page.test.ts for pages under the prefix.
it.each(['/', '/blog/an-article'])('links %s to English pages only if the cookie is English', async (path) => {
  const answer = await request(site.app).get(path).set('Cookie', 'i18next=en')
  expect(answer.status).toBe(200)
  const own = elements(answer.text, 'a').flatMap(({ attributes: { href = '' } }) => (href.startsWith('/') ? href : []))
  expect(own).toContain('/en/contact')
  expect(own.filter((href) => !/^\/en([/?#]|$)/.test(href))).toEqual([])
})
