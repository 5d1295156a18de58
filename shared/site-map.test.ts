import { expect, it } from 'vitest'
import { company } from './company.ts'
import { aboutAuthor } from './post-groups.ts'
import { addressOf, articlePath, authorPath, isSitePath, replacementOf, tagPath } from './site-map.ts'

it.each([
  ['/blog/Loi-25', 'article', 'Loi-25'],
  ['/blog/a%2Fb', 'article', 'a/b'],
  ['/blog/constructor', 'article', 'constructor'],
  ['/blog/tag', 'article', 'tag'],
  ['/blog/author', 'article', 'author'],
  ['/en/blog/tag/law-25', 'tag', 'law-25'],
  ['/blog/tag/tag', 'tag', 'tag'],
  ['/blog/author/tag', 'author', 'tag'],
])('the address %j is that of the %s %j', (address, page, slug) => {
  expect(addressOf(address)).toEqual({ page, slug })
})

it.each([
  ['été', '/blog/%C3%A9t%C3%A9'],
  ['a/b?c#d', '/blog/a%2Fb%3Fc%23d'],
  ['a\ud800', '/blog/a'],
])('the slug %j is one segment of an address: %s', (slug, path) => {
  expect(articlePath(slug)).toBe(path)
  expect(tagPath(slug)).toBe(path.replace('/blog/', '/blog/tag/'))
  expect(authorPath(slug)).toBe(path.replace('/blog/', '/blog/author/'))
})

it.each([
  ...(
    '/AI /Ai /en/AI /EN/ai /EN /Security/architecture /xx/ai /ai/ /blog/ /en/blog/ /ai/x /blog/loi-25/ /blog/loi-25/x /blog/tag/ ' +
    '/blog/tag/loi-25/x /blog/author/ /blog/author/ada/x /blog/Tag/loi-25 /Blog/loi-25 /blogue/loi-25 /security /constructor /__proto__ ' +
    '//ai /en/en/ai /article'
  ).split(' '),
  '',
])('the address %j is not a page', (address) => {
  expect(addressOf(address)).toBeNull()
})

it.each([
  ...['/', '/ai', '/en/blog?newsletter=success#newsletter', '/blog/%C3%A9t%C3%A9', '/blog/été', `/${'a'.repeat(1999)}`],
  ...['/a//b', '/%09/evil.example', '/.//evil.example', '/@evil.example'],
])('%j is a path of this site', (path) => {
  expect(isSitePath(path)).toBe(true)
  expect(new URL(path, 'https://www.example.com').origin).toBe('https://www.example.com')
})

it.each([
  ...['', 'ai', ' /ai', '?a=1', '#a', '@evil.example', `/${'a'.repeat(2000)}`],
  ...['//', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/a\\b'],
  ...['/\t/evil.example', '/\n/evil.example', '/\r\nSet-Cookie: a=b', '/\0', '/ai\u0085', '/ai\n'],
  ...['http:', 'http://evil.example/', 'https:/ai', 'javascript:alert(1)', 'data:text/html,x'],
  ...[undefined, null, 42, true, {}, ['/ai']],
])('%j is not a path of this site', (value) => {
  expect(isSitePath(value)).toBe(false)
})

it.each([
  [{ name: 'Ada Byron', slug: 'ada' }, '/blog/author/ada'],
  [{ name: 'Ada Byron', slug: null }, null],
  [{ name: company.name, slug: 'firm' }, '/about'],
])('the page about the author %j is %j', (author, path) => {
  expect(aboutAuthor(author)).toBe(path)
})

it.each([
  ['/cloud', '/security/architecture'],
  ['/en/cloud', '/en/security/architecture'],
  ['/fr/old-home', '/fr'],
  ['/cloud/x', null],
])('the removed page %j redirects to %j', (path, replacement) => {
  const removed = [{ from: '/cloud', to: 'architecture' } as const, { from: '/old-home', to: 'home' } as const]
  expect(replacementOf(path, removed)).toBe(replacement)
})
