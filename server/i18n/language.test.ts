import { expect, it } from 'vitest'
import { canonicalRedirect, languageOfRequest } from './language.ts'
import { counterpart, localise, localiseFrom, prefixOf } from '../../shared/language.ts'

it.each([
  { language: 'en', paths: '/en /en/ /en/ai' },
  { language: 'fr', paths: '/fr /fr/ai' },
  { language: null, paths: '' },
  { language: null, paths: '/enfin /en-savoir-plus /EN /En/ai /french /xx /ai/en //en /' },
])('the first segment of each of $paths means the language $language', ({ language, paths }) => {
  for (const path of paths.split(' ')) expect(prefixOf(path), path).toBe(language)
})

it.each([
  ['/', 'en', '/en'],
  ['/?page=2', 'en', '/en?page=2'],
  ['/#services', 'en', '/en#services'],
  ['/blog?newsletter=success#newsletter', 'en', '/en/blog?newsletter=success#newsletter'],
  ['/blog?newsletter=success#newsletter', 'fr', '/blog?newsletter=success#newsletter'],
] as const)('the page %j in the language %j has the address %j', (path, language, address) => {
  expect(localise(path, language)).toBe(address)
})

it.each([
  ['/ai', 'fr', 'fr', '/ai'],
  ['/ai', 'en', 'fr', '/en/ai'],
  ['/ai', 'en', 'en', '/en/ai'],
  ['/ai', 'fr', 'en', '/fr/ai'],
  ['/', 'fr', 'en', '/fr'],
  ['/', 'fr', 'fr', '/'],
] as const)('the link to %s in %s on a page in %s is %s', (path, to, from, address) => {
  expect(localiseFrom(path, to, from)).toBe(address)
})

it.each([
  ['/fr/ai', 'en', '/en/ai'],
  ['/en/blog/law-25', 'fr', '/blog'],
  ['/blogue/loi-25', 'en', '/en/blogue/loi-25'],
] as const)('the toggle on %j to the language %j leads to %j', (path, language, address) => {
  expect(counterpart(path, language)).toBe(address)
})

it.each(['/ai', '/', '/en', '/en/ai'])('a request for %s is not redirected', (path) => {
  expect(canonicalRedirect(path, '?a=1')).toBeNull()
})

it.each([
  { status: 301, paths: '/ai/ /ai// //ai/ /%61%69', location: '/ai' },
  { status: 301, paths: '/en/', location: '/en' },
  { status: 301, paths: '/en/ai/', location: '/en/ai' },
  { status: 301, paths: '/%7Ea', location: '/~a' },
  { status: 301, paths: '/ab%4f', location: '/abO' },
  { status: 301, paths: '/ab%4F%2f', location: '/abO%2f' },
  { status: 302, paths: '/fr /fr/', location: '/' },
  { status: 302, paths: '/fr/ai', location: '/ai' },
  { status: 302, paths: '/fr/blog/loi-25/', location: '/blog/loi-25' },
])('a request for each of $paths is redirected to $location, with its query', ({ status, paths, location }) => {
  for (const path of paths.split(' '))
    expect(canonicalRedirect(path, '?a=1'), path).toEqual({ status, location: `${location}?a=1` })
})

it.each([
  ...['//evil.example/', '/fr//evil.example', '/fr/\\evil.example', '/fr/\t/evil.example', '/en/\\evil.example/'],
  ...['/fr/.//evil.example/', '/fr/%2F%2Fevil.example/'],
])('the hostile path %j is never redirected to another site', (path) => {
  const location = canonicalRedirect(path, '')?.location ?? '/'
  expect(location).not.toMatch(/^\/[/\\]|[\\\p{Cc}]/u)
  expect(new URL(location, 'https://www.example.com').origin).toBe('https://www.example.com')
})

it.each([
  { language: 'en', cookies: ['i18next=en', 'a=b; i18next=en; c=d', 'a=b;i18next=en'] },
  { language: 'fr', cookies: [undefined, '', 'i18next=', 'i18next=EN', 'i18next=english', 'i18next=fr; i18next=en'] },
  { language: 'fr', cookies: ['xi18next=en', 'a=i18next=en'] },
])('a path without prefix is answered in $language with each of the cookies $cookies', ({ language, cookies }) => {
  for (const cookie of cookies) expect(languageOfRequest('/ai', cookie), cookie).toBe(language)
})
