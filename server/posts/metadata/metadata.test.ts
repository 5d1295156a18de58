import { expect, it } from 'vitest'
import { createAddressRewriter } from '../../addresses/addresses.ts'
import { canonicalOf, parseVisibility } from './metadata.ts'
import { parseMetadata } from '../html/descriptions.ts'
import { createSanitise } from '../html/sanitise.ts'
import { labels } from '../../../test/support/sanitise.ts'

const siteUrl = 'https://www.site.example'
const rewrite = createAddressRewriter('https://ghost.example:2368')
const sanitise = createSanitise(rewrite, labels)
const { link, media: picture } = rewrite
const context = { language: 'fr', slug: 'loi-25', siteUrl, sanitise, link, picture } as const

it.each([
  ['https://autre.example/article', 'https://autre.example/article'],
  ['https://autre.example/article?a=1', 'https://autre.example/article?a=1'],
  [' https://autre.example/article ', 'https://autre.example/article'],
  ['https://autre.example/a?ref=ghost.example', 'https://autre.example/a'],
  ['https://ghost.example:2368/loi-25/', null],
  ['https://ghost.example:2368/', null],
  ['https://www.site.example/blog/loi-25', null],
  ['https://www.site.example/blog/loi-25/', null],
  ['https://www.site.example/blog/loi-25?a=1#b', null],
  ['/blog/loi-25', null],
  ['https://www.site.example/', null],
  ['https://www.site.example/nulle/part', null],
  ['https://ghost.example:2368/autre-article/', 'https://www.site.example/blog/autre-article'],
  ['https://www.site.example/en/blog/law-25/', 'https://www.site.example/en/blog/law-25'],
  ['https://ghost.example:2368/archiving/', 'https://www.site.example/archiving'],
  ['javascript:alert(1)', null],
  ['mailto:info@site.example', null],
  ['https://', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the canonical URL %j becomes %j', (canonical_url, address) => {
  expect(canonicalOf(canonical_url, context)).toBe(address)
})

it('an English article has no canonical URL if that is its own address', () => {
  const english = { ...context, language: 'en', slug: 'law-25' } as const
  expect(canonicalOf('https://www.site.example/en/blog/law-25', english)).toBeNull()
  expect(canonicalOf('https://ghost.example:2368/law-25/', english)).toBeNull()
})

it.each([
  [
    'Photo : <a href="https://ghost.example:2368/autre/">une autre</a>',
    'Photo\u00a0: <a href="/blog/autre">une autre</a>',
  ],
  ['<span style="white-space: pre-wrap;">Photo</span>', 'Photo'],
  ['<p>Un <strong>mot</strong></p>', 'Un <strong>mot</strong>'],
  ['<p>Un</p><p>Deux <b>mots</b></p>', 'Un<br />Deux <b>mots</b>'],
  ['<img src="https://ghost.example:2368/content/images/a.png">', null],
  ['a<script>alert(1)</script><b onclick="a()">b</b>', 'a<b>b</b>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['  ', null],
  [null, null],
])('the caption %j becomes %j', (feature_image_caption, caption) => {
  expect(parseMetadata({ feature_image_caption }, context).feature_image_caption).toBe(caption)
})

it.each([
  ...(['meta_title', 'og_title', 'twitter_title'] as const),
  ...(['meta_description', 'og_description', 'twitter_description'] as const),
])('%s is plain text, and null if it is blank', (name) => {
  const parsed = (value: string | null) => parseMetadata({ [name]: value }, context)[name]
  expect(parsed(' Un <b> & deux ')).toBe('Un <b> & deux')
  expect([parsed(''), parsed('  '), parsed(null)]).toEqual([null, null, null])
})

it.each(['og_image', 'twitter_image'] as const)('%s is a picture on this site, or none', (name) => {
  const parsed = (value: string | null) => parseMetadata({ [name]: value }, context)[name]
  expect(parsed('https://ghost.example:2368/content/images/2026/a.png')).toBe('/media/content/images/2026/a.png')
  expect(parsed('https://autre.example/a.png')).toBeNull()
  expect(parsed(null)).toBeNull()
})

it.each([
  ...['public', null, undefined].map((value) => [value, 'public'] as const),
  ['members', 'members'] as const,
  ...['paid', 'tiers', 'something new'].map((value) => [value, 'restricted'] as const),
])('reads the visibility %j as %s', (value, visibility) => {
  expect(parseVisibility(value)).toBe(visibility)
})
