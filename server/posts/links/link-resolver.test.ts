import { expect, it } from 'vitest'
import { createLinkIndex, type KnownLists } from './link-index.ts'
import { createLinkResolver, type LinkResolver } from './link-resolver.ts'
import { createResolvedLists } from './links.ts'
import type { Cached } from '../cache/cached-list.ts'
import type { Language } from '../../../shared/language.ts'
import type { Post } from '../../../shared/post.ts'
import { pictureSizes } from '../html/picture-places.ts'
import { storedPostOf } from '../../../test/support/stored-post.ts'

const siteUrl = 'https://www.site.example'
const tag = (slug: string) => ({ id: slug, slug, name: slug })
const post = (slug: string, ...tags: string[]) => storedPostOf(slug, { tags: tags.map(tag) })
const lists = {
  fr: [post('loi-25', 'fr', 'droit', 'commun'), post('partout', 'fr')],
  en: [post('law-25', 'en', 'strategy', 'commun'), post('partout', 'en')],
}
const resolver = createLinkResolver(siteUrl, () => null)
const resolvePost = (whole: Post, known: KnownLists = lists) => resolver(known)(whole)
const resolve = (html: string, known?: KnownLists) => resolvePost({ ...post('a', 'fr'), html }, known).html

it.each([
  // Only in the other language.
  ['/blog/law-25', '/en/blog/law-25'],
  ['/blog/law-25#part', '/en/blog/law-25#part'],
  // A link to a passage, as copied from a browser.
  ['/blog/law-25#:~:text=a,b', '/en/blog/law-25#:~:text=a,b'],
  ['/en/blog/loi-25', '/fr/blog/loi-25'],
  ['/fr/blog/law-25', '/en/blog/law-25'],
  ['/blog/tag/strategy', '/en/blog/tag/strategy'],
  ['/en/blog/tag/droit', '/fr/blog/tag/droit'],
  [`${siteUrl}/blog/law-25`, `${siteUrl}/en/blog/law-25`],
  // In neither language.
  ['/blog/unknown', '/blog'],
  ['/blog/unknown#part', '/blog'],
  ['/en/blog/law-25-again', '/en/blog'],
  ['/fr/blog/unknown', '/fr/blog'],
  ['/blog/tag/en', '/blog'],
  ['/blog/tag/unknown?page=2', '/blog'],
  [`${siteUrl}/blog/unknown`, `${siteUrl}/blog`],
])('a link to %s leads to %s', (path, own) => {
  const linkTo = (href: string) => `<p class="a"><a id="b" href="${href}" rel="c">d</a></p>`
  expect(resolve(linkTo(path))).toBe(linkTo(own))
  const caption = { ...post('a', 'fr'), feature_image_caption: linkTo(path) }
  expect(resolvePost(caption)).toEqual({ ...caption, feature_image_caption: linkTo(own) })
})

it.each([
  ...['/blog/loi-25', '/en/blog/law-25', '/fr/blog/loi-25', '/blog/partout', '/en/blog/partout', '/blog/law-25%20'],
  ...['/blog/tag/commun', '/en/blog/tag/commun', '/blog', '/contact', 'https://example.org/blog/law-25'],
  '/media/blog/law-25',
])('a post with a link to %s stays the same object', (path) => {
  const whole = { ...post('a', 'fr'), html: `<a href="${path}">a</a>` }
  expect(resolvePost(whole)).toBe(whole)
})

const permalinks = {
  fr: [{ ...post('cible', 'fr'), permalink: '/2026/09/cible' }],
  en: [
    { ...post('target', 'en'), permalink: '/en/articles/target' },
    { ...post('by-id', 'en'), permalink: '/66ed01' },
  ],
}

it.each([
  ['href="/blog?permalink=/2026/09/cible"', 'href="/blog/cible"'],
  ['href="/blog?permalink=/2026/09/cible#part"', 'href="/blog/cible#part"'],
  ['href="/blog?permalink=/2026/09/cible#fnref2:1"', 'href="/blog/cible#fnref2:1"'],
  ['href="/en/blog?permalink=/2026/09/cible"', 'href="/fr/blog/cible"'],
  ['href="/blog?permalink=/en/articles/target"', 'href="/en/blog/target"'],
  ['href="/blog?permalink=/2026/09/other#part"', 'href="/blog"'],
  ['href="/blog/66ed01#part"', 'href="/en/blog/by-id#part"'],
])('the lists resolve a link with %s to %s', (marked, own) => {
  expect(resolve(`<p><a class="a" ${marked} id="b">c</a></p>`, permalinks)).toBe(
    `<p><a class="a" ${own} id="b">c</a></p>`,
  )
})

it('removes all marks if no list is known', () => {
  expect(resolve('<a href="/blog?permalink=/2026/09/cible">c</a>', { fr: null, en: null })).toBe(
    '<a href="/blog">c</a>',
  )
})

it.each([
  { fr: null, en: null },
  { fr: null, en: lists.en },
  { fr: lists.fr, en: null },
])('does not change a link if a list is not known: %j', (known) => {
  expect(resolve('<a href="/blog/law-25">a</a>', known)).toBe('<a href="/blog/law-25">a</a>')
})

it('does not change a link in code, with or without a mark', () => {
  const sample = (path: string) => `<pre><code>&lt;a href="${path}"&gt;</code></pre>`
  expect(resolve(sample('/blog/law-25'))).toBe(sample('/blog/law-25'))
  const marked = sample('/blog?permalink=/2026/09/cible')
  expect(resolve(marked, permalinks)).toBe(marked)
})

it.each<[string | null, string | null]>([
  [`${siteUrl}/blog/law-25`, `${siteUrl}/en/blog/law-25`],
  [`${siteUrl}/en/blog/loi-25`, `${siteUrl}/blog/loi-25`],
  [`${siteUrl}/blog/tag/strategy`, `${siteUrl}/en/blog/tag/strategy`],
  [`${siteUrl}/blog/loi-25`, `${siteUrl}/blog/loi-25`],
  [`${siteUrl}/blog/unknown`, null],
  [`${siteUrl}/en/blog/tag/unknown`, null],
  [`${siteUrl}/contact`, `${siteUrl}/contact`],
  ['https://example.org/blog/law-25', 'https://example.org/blog/law-25'],
  [null, null],
])('the canonical URL %s resolves to %s', (canonical_url, resolvedUrl) => {
  expect(resolvePost({ ...post('a', 'fr'), canonical_url }).canonical_url).toBe(resolvedUrl)
})

it('treats an article’s address in the other language as its own', () => {
  const self = { ...post('loi-25', 'fr'), canonical_url: `${siteUrl}/en/blog/loi-25` }
  expect(resolvePost(self).canonical_url).toBeNull()
})

it.each<Language>(['fr', 'en'])('keeps a canonical URL while the list in %s is unknown', (language) => {
  const original = { ...post('a', 'fr'), canonical_url: `${siteUrl}/blog/unknown` }
  expect(resolvePost(original, { ...lists, [language]: null })).toBe(original)
})

const logo = '/media/content/images/logo.png'
const photo = '/media/content/images/photo.jpg'
const sizes = new Map([
  [logo, { width: 120, height: 40 }],
  [photo, { width: 600, height: 400 }],
])
const size = (html: string) =>
  createLinkResolver(siteUrl, (path) => sizes.get(path) ?? null)(lists)({ ...post('a', 'fr'), html }).html

const widths = '/media/content/images/size/w600/format/webp/photo.jpg 600w'

it.each([
  [`<p>a <img alt="" src="${logo}" /> b</p>`, `<p>a <img alt="" src="${logo}" width="120" height="40" /> b</p>`],
  [
    `<img alt="A &gt; B" loading="lazy" src="${photo}" />`,
    `<img alt="A &gt; B" loading="lazy" src="${photo}" width="600" height="400" srcset="${widths}" sizes="${pictureSizes.text}" />`,
  ],
  [`<img height="20" src="${logo}" />`, `<img height="20" src="${logo}" width="60" />`],
  ...[
    '<img alt="" src="/media/content/images/autre.png" />',
    `<img width="60" src="${logo}" />`,
    `<img src="${photo}" srcset="${photo} 2x" />`,
    `<audio src="${photo}"></audio>`,
  ].map((html) => [html, html]),
])('adds the known size to a picture without one: %s', (html, output) => {
  expect(size(html)).toBe(output)
})

it('indexes a list once', () => {
  let reads = 0
  const counted = {
    ...post('a'),
    get title() {
      reads += 1
      return 'A'
    },
  }
  const known = { fr: [counted], en: null }
  const titles = [0, 1].map(() => createLinkIndex(known).titleAt('/blog/a', 'fr'))
  expect([titles, reads]).toEqual([['A', 'A'], 1])
})

const listOf = (readAt: number, ...slugs: string[]): Cached<Post[]> => ({
  ...{ kind: 'cached', value: slugs.map((slug) => storedPostOf(slug, { html: slug })) },
  ...{ version: slugs.join(), readAt, freshness: 'hit' },
})

/** Posts whose text contains the slugs of the English list. */
const naming: LinkResolver = (lists) => (post) =>
  lists.en === null ? post : { ...post, html: `${post.html} ${lists.en.map(({ slug }) => slug).join()}` }

it('resolves all posts again after each reading, and keeps the array of an unchanged list', () => {
  const fr = listOf(1, 'a')
  let en: Cached<Post[]> | null = null
  const resolved = createResolvedLists({ fr: { peek: () => fr }, en: { peek: () => en } }, naming)
  const shown = () => resolved.resolveList('fr', fr)
  expect(shown()).toMatchObject({ value: [{ html: 'a' }], readAt: 1 })
  en = listOf(1, 'x')
  const first = shown()
  expect(first.value[0]?.html).toBe('a x')
  en = listOf(2, 'x')
  expect([shown().value, shown().version]).toEqual([first.value, first.version])
  expect(shown().value).toBe(first.value)
  en = listOf(3, 'y')
  expect(shown().value[0]?.html).toBe('a y')
  expect(shown().version).not.toBe(first.version)
  expect(resolved.resolveLinks(storedPostOf('b', { html: 'b' })).html).toBe('b y')
})
