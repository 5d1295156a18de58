import { expect, it } from 'vitest'
import { canonicalRedirect, languageOfRequest } from './language.ts'
import { counterpart, localise, localiseFrom, prefixOf, withoutPrefix } from '../../shared/language.ts'

it.each([
  ['/en', 'en'],
  ['/en/', 'en'],
  ['/en/ai', 'en'],
  ['/fr', 'fr'],
  ['/fr/ai', 'fr'],
  ['/enfin', null],
  ['/en-savoir-plus', null],
  ['/EN', null],
  ['/En/ai', null],
  ['/french', null],
  ['/xx', null],
  ['/ai/en', null],
  ['//en', null],
  ['/', null],
  ['', null],
])('the path %j has the language prefix %j', (path, language) => {
  expect(prefixOf(path)).toBe(language)
})

it.each([
  ['/en', '/'],
  ['/en/', '/'],
  ['/en/ai', '/ai'],
  ['/fr/blog/loi-25', '/blog/loi-25'],
  ['/ai', '/ai'],
  ['/enfin', '/enfin'],
  ['/', '/'],
])('the path %j without its prefix is %j', (path, bare) => {
  expect(withoutPrefix(path)).toBe(bare)
})

// address.property.test.ts tests pages without a query, and the toggle in both directions.
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
  { path: '/ai', to: 'fr', from: 'fr', address: '/ai' },
  { path: '/ai', to: 'en', from: 'fr', address: '/en/ai' },
  { path: '/ai', to: 'en', from: 'en', address: '/en/ai' },
  { path: '/ai', to: 'fr', from: 'en', address: '/fr/ai' },
  { path: '/', to: 'fr', from: 'en', address: '/fr' },
  { path: '/', to: 'fr', from: 'fr', address: '/' },
] as const)('on a page in $from, $path in $to is $address', ({ path, to, from, address }) => {
  expect(localiseFrom(path, to, from)).toBe(address)
})

it.each([
  ['/fr/ai', 'en', '/en/ai'],
  ['/en/blog/law-25', 'fr', '/blog'],
  ['/blogue/loi-25', 'en', '/en/blogue/loi-25'],
] as const)('the toggle leads from %j, towards %j, to %j', (path, language, address) => {
  expect(counterpart(path, language)).toBe(address)
})

it.each([
  ['/ai', null],
  ['/', null],
  ['/en', null],
  ['/en/ai', null],
  ['/ai/', { status: 301, location: '/ai?a=1' }],
  ['/ai//', { status: 301, location: '/ai?a=1' }],
  ['//ai/', { status: 301, location: '/ai?a=1' }],
  ['/en/', { status: 301, location: '/en?a=1' }],
  ['/en/ai/', { status: 301, location: '/en/ai?a=1' }],
  ['/%61%69', { status: 301, location: '/ai?a=1' }],
  ['/%7Ea', { status: 301, location: '/~a?a=1' }],
  ['/ab%4f', { status: 301, location: '/abO?a=1' }],
  ['/ab%4F%2f', { status: 301, location: '/abO%2f?a=1' }],
  ['/fr', { status: 302, location: '/?a=1' }],
  ['/fr/', { status: 302, location: '/?a=1' }],
  ['/fr/ai', { status: 302, location: '/ai?a=1' }],
  ['/fr/blog/loi-25/', { status: 302, location: '/blog/loi-25?a=1' }],
])('a request for %j is redirected to %j', (path, redirect) => {
  expect(canonicalRedirect(path, '?a=1')).toEqual(redirect)
})

it.each([
  '//evil.example/',
  '/fr//evil.example',
  '/fr/\\evil.example',
  '/fr/\t/evil.example',
  '/en/\\evil.example/',
  '/fr/.//evil.example/',
  '/fr/%2F%2Fevil.example/',
])('the hostile path %j is never redirected to another site', (path) => {
  const location = canonicalRedirect(path, '')?.location ?? '/'
  expect(location).not.toMatch(/^\/[/\\]|[\\\p{Cc}]/u)
  expect(new URL(location, 'https://www.example.com').origin).toBe('https://www.example.com')
})

it.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['i18next=en', 'en'],
  ['a=b; i18next=en; c=d', 'en'],
  ['a=b;i18next=en', 'en'],
  ['i18next=EN', 'fr'],
  ['i18next=english', 'fr'],
  ['i18next=', 'fr'],
  ['xi18next=en', 'fr'],
  ['a=i18next=en', 'fr'],
  ['i18next=fr; i18next=en', 'fr'],
])('an address without prefix and the cookies %j are answered in %j', (cookies, language) => {
  expect(languageOfRequest('/ai', cookies)).toBe(language)
})
