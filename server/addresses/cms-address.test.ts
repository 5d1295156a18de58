import { expect, it } from 'vitest'
import { permalinkPath } from './site-path.ts'
import { createAddressRewriter } from './addresses.ts'
import { hasStrayGhostUrl } from './ghost-url.ts'

const cms = 'https://ghost.example.com'
const { media, link, picture } = createAddressRewriter(cms)

it.each([
  [`${cms}/content/images/2026/11/ocean.png`, '/media/content/images/2026/11/ocean.png'],
  [`${cms}/content/images/size/w600/2026/11/ocean.png`, '/media/content/images/size/w600/2026/11/ocean.png'],
  [`${cms}/content/media/2026/11/clip.webm`, '/media/content/media/2026/11/clip.webm'],
  [`${cms}/content/media/2026/11/clip.webm#t=0.1`, '/media/content/media/2026/11/clip.webm#t=0.1'],
  [`${cms}/content/files/2026/11/plaquette.pdf`, '/media/content/files/2026/11/plaquette.pdf'],
  [`${cms}/content/media/2022/09/note_thumb.jpg?v=1664015621810`, '/media/content/media/2022/09/note_thumb.jpg'],
  [`${cms}/content/images/d%C3%A9grad%C3%A9.png`, '/media/content/images/d%C3%A9grad%C3%A9.png'],
  ['/content/images/ocean.png', '/media/content/images/ocean.png'],
  ['//ghost.example.com/content/images/ocean.png', '/media/content/images/ocean.png'],
  ['http://ghost.example.com/content/images/ocean.png', '/media/content/images/ocean.png'],
  ['HTTPS://Ghost.Example.COM/content/images/ocean.png', '/media/content/images/ocean.png'],
  [`${cms}/content/files/../images/ocean.png`, '/media/content/images/ocean.png'],
])('the stored file %s is served by this site as %s', (address, own) => {
  expect(media(address)).toBe(own)
})

const elsewhere = ['https://images.example.org', `${cms}.evil.example`, `${cms}:8443`, `${cms}@evil.example`]
const otherPaths = [
  ...['/', '/ghost/api/admin/site/', '/content/images/../../ghost/', '/content/images/%2e%2e/%2e%2e/ghost/'],
  ...['/content/data/ghost.db', '/content/images', '/contents/images/ocean.png'],
]

it.each([
  ...[...elsewhere, '//evil.example'].map((host) => `${host}/content/images/ocean.png`),
  ...otherPaths.map((path) => cms + path),
  ...['data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP', 'javascript:alert(1)', 'https://', ''],
])('%j is not a stored file', (address) => {
  expect(media(address)).toBeNull()
})

it.each([
  [`${cms}/loi-25/`, '/blog/loi-25', '/en/blog/loi-25'],
  [`${cms}/loi-25`, '/blog/loi-25', '/en/blog/loi-25'],
  [`${cms}/loi-25/?ref=lettre`, '/blog/loi-25', '/en/blog/loi-25'],
  [`${cms}/loi-25/#etapes`, '/blog/loi-25#etapes', '/en/blog/loi-25#etapes'],
  ['//ghost.example.com/loi-25/', '/blog/loi-25', '/en/blog/loi-25'],
  ['/loi-25/', '/blog/loi-25', '/en/blog/loi-25'],
  [cms, '/blog', '/en/blog'],
  [`${cms}/`, '/blog', '/en/blog'],
  [`${cms}/tag/fr/`, '/blog', '/en/blog'],
  [`${cms}/author/camille/`, '/blog/author/camille', '/en/blog/author/camille'],
  [`${cms}/#/portal/signup`, '/blog#newsletter', '/en/blog#newsletter'],
  [`${cms}/loi-25/?ref=lettre#etapes`, '/blog/loi-25#etapes', '/en/blog/loi-25#etapes'],
  [`${cms}/rss/`, '/rss.xml', '/en/rss.xml'],
  [`${cms}/rss.xml`, '/rss.xml', '/en/rss.xml'],
  [`${cms}/en/rss.xml`, '/en/rss.xml', '/en/rss.xml'],
  [`${cms}/fr/feed.json`, '/feed.json', '/fr/feed.json'],
  [`${cms}/sitemap.xml`, '/sitemap.xml', '/sitemap.xml'],
  [`${cms}/en`, '/en', '/en'],
  [`${cms}/en/`, '/en', '/en'],
  [`${cms}/en/#services`, '/en#services', '/en#services'],
  [`${cms}/fr/`, '/', '/fr'],
  [`${cms}/en/about/#x`, '/en/about#x', '/en/about#x'],
  [`${cms}/contact`, '/contact', '/en/contact'],
  [`${cms}/fr/contact/`, '/contact', '/fr/contact'],
  [`${cms}/contact?subject=ai`, '/contact?subject=ai', '/en/contact?subject=ai'],
  [
    `${cms}/en/contact/?ref=lettre&subject=archiving#x`,
    '/en/contact?subject=archiving#x',
    '/en/contact?subject=archiving#x',
  ],
  [`${cms}/contact?subject=autre`, '/contact', '/en/contact'],
  [`${cms}/blog?page=2`, '/blog?page=2', '/en/blog?page=2'],
  [`${cms}/blog?page=1`, '/blog', '/en/blog'],
  [`${cms}/ai?page=2#a`, '/ai#a', '/en/ai#a'],
  [`${cms}/en/blog/law-25?page=2`, '/en/blog/law-25', '/en/blog/law-25'],
  [`${cms}/blog/loi-25`, '/blog/loi-25', '/en/blog/loi-25'],
  [`${cms}/content/files/a.pdf`, '/media/content/files/a.pdf', '/media/content/files/a.pdf'],
  [`${cms}/content/files/a.pdf#page=2`, '/media/content/files/a.pdf#page=2', '/media/content/files/a.pdf#page=2'],
  [`${cms}/content/files/a.pdf?v=2#page=2`, '/media/content/files/a.pdf#page=2', '/media/content/files/a.pdf#page=2'],
  [`${cms}/content/images/ocean.png`, '/media/content/images/ocean.png', '/media/content/images/ocean.png'],
])('the link %s becomes %s in French posts and %s in English ones', (address, french, english) => {
  expect(link(address, 'fr')).toBe(french)
  expect(link(address, 'en')).toBe(english)
})

it.each([
  ...['https://www.example.org/', 'https://www.example.org/ghost.example.com/'],
  ...['https://ghost.example.com.evil.example/loi-25/', 'https://www.example.org/?ref=infolettre'],
  ...['https://www.example.org/?href=ghost.example.com'],
  ...['https://share.example/?url=https%3A%2F%2Fghost.example.com%2Floi-25%2F', 'mailto:redaction@ghost.example.com'],
  ...['mailto:info@site.example', 'tel:+14185550123', '#fn1', 'http://localhost:3000/'],
  ...['http://192.168.1.1/?lang=fr', 'http://127.0.0.1:8080/api/v1/items', 'http://172.32.0.1/loi-25/'],
  ...['https://local.example/loi-25/', 'https://ghost.localhost.example/content/files/a.pdf', 'javascript:alert(1)'],
  ...['http://', '///example.org/'],
])('does not change the link %j, which is not to the CMS', (address) => {
  expect(link(address, 'fr')).toBe(address)
})

it.each(
  Object.entries({
    'https://www.example.org/?ref=ghost.example.com': 'https://www.example.org/',
    'https://www.example.org/a?b=1&ref=ghost.example.com&c=2#d': 'https://www.example.org/a?b=1&c=2#d',
    'https://www.example.org/a?flag&b=c%20d,e&ref=ghost.example.com&signature=f+g/':
      'https://www.example.org/a?flag&b=c%20d,e&signature=f+g/',
    '//example.org/p': 'https://example.org/p',
    '//example.org/p?ref=ghost.example.com': 'https://example.org/p',
  }),
)('the link %s becomes %s, with a protocol and without Ghost’s `ref`', (address, whole) => {
  expect(link(address, 'fr')).toBe(whole)
})

it('removes `ref` even if the CMS has a port or is at www, which `ref` omits', () => {
  const www = createAddressRewriter('https://www.ghost.example.com')
  expect(www.link('https://example.org/?a=1&ref=ghost.example.com', 'fr')).toBe('https://example.org/?a=1')
  const local = createAddressRewriter('http://127.0.0.1:2368')
  expect(local.link('https://www.example.org/?a=1&ref=127.0.0.1', 'fr')).toBe('https://www.example.org/?a=1')
  expect(local.link('http://127.0.0.1:2368/loi-25/', 'fr')).toBe('/blog/loi-25')
  expect(local.media('http://127.0.0.1:2368/content/images/ocean.png')).toBe('/media/content/images/ocean.png')
  expect(local.media('http://8.8.8.8:2368/content/images/ocean.png')).toBeNull()
})

const spellings =
  '__GHOST_URL__ //__GHOST_URL__ http://ghost.example.com HTTPS://GHOST.EXAMPLE.COM:443 //ghost.example.com. ' +
  'http://localhost:2368 https://LOCALHOST //127.0.0.1:9999 http://127.1 http://[::1]:2368 http://ghost:2368 ' +
  'http://10.1.2.3 http://172.31.0.9:8080 https://192.168.1.20 http://blog.local http://[fd00::1]:3001'

it.each(spellings.split(' '))('recognises %s as Ghost if the path is one of Ghost’s', (root) => {
  expect(picture(`${root}/content/images/size/w600/a.png`)).toBe('/media/content/images/a.png')
  expect(media(`${root}/content/media/a.mp4?v=1`)).toBe('/media/content/media/a.mp4')
  const paths = ['/loi-25/', '/Loi-25/amp/#x', '/2026/11/30/loi-25', '/tag/droit/page/2/', '/author/ada/', '/feed/']
  const own = ['/blog/loi-25', '/blog/loi-25#x', '/blog/loi-25', '/blog/tag/droit', '/blog/author/ada', '/rss.xml']
  expect(paths.map((path) => link(root + path, 'fr'))).toEqual(own)
  expect(link(`${root}/p/89061c0b-db14-4f8b-b82d-eafdf8432cad/`, 'en')).toBe('/en/blog')
  expect(link(`${root}/contact?subject=ai`, 'en')).toBe('/en/contact?subject=ai')
})

it('a storage host is not Ghost, and Ghost may have a second name', () => {
  const names = ['http://10.0.0.5:2368', () => null, ['10.0.0.6:9000'], 'https://cms.example.net/loi-25/'] as const
  const rewriter = createAddressRewriter(...names)
  expect(rewriter.link('https://cms.example.net/any/path/', 'fr')).toBe('/blog')
  expect(rewriter.link('https://www.example.org/?ref=cms.example.net', 'fr')).toBe('https://www.example.org/')
  expect(rewriter.permalink('https://cms.example.net/2026/loi-25/')).toBe('/2026/loi-25')
  expect(rewriter.picture('http://10.0.0.6:9000/content/images/a.png')).toBeNull()
})

it.each([
  ['<a href="http://localhost:2368/">a</a>', true],
  ['<img srcset="//192.168.1.2/content/images/a.png 600w">', true],
  ['<a href="__GHOST_URL__/loi-25/">a</a>', true],
  [`<a href="${cms}/loi-25/">a</a> <a href="http://10.0.0.5:2368/loi-25/">a</a>`, false],
  ['<img alt="a > b" src="http://localhost:2368/content/images/a.png">', true],
  ['<object data="http://localhost:2368/content/files/a.pdf"></object><a href = "/ai">b</a>', true],
  ['<p>a</p><a class="b" href=\'HTTPS://127.0.0.1/loi-25/\'>b</a>', true],
  ['<a href=//10.0.0.7:2368/loi-25/>b</a>', true],
  ['<a href="http://10.0.0.5:23680/loi-25/">b</a>', true],
  ['<div style="background: url(http://[::1]:2368/content/images/a.png)">', true],
  ['<video poster="http://cms.local/content/images/a.png">', true],
  ['<a href="http://localhost:3000/">a</a>', false],
  ['<a href="https://www.example.com/a//b?c=d">', false],
  ['<a href="/localhost/">', false],
  ['<p>http://localhost:2368/</p><pre>&lt;a href="http://localhost:2368/"&gt;</pre>', false],
])('detects in %s a Ghost that has moved: %s', (html, isStray) => {
  expect(hasStrayGhostUrl(html, [new URL(cms), new URL('http://10.0.0.5:2368')])).toBe(isStray)
})

it.each([
  ['https://example.com/journal/loi-25/', '/blog/loi-25'],
  ['https://example.com/journal/', '/blog'],
  ['https://example.com/journal', '/blog'],
  ['https://example.com/journal/#/portal/signup', '/blog#newsletter'],
  ['https://example.com/journal#/portal/', '/blog#newsletter'],
  ['/journal/#/portal/signup', '/blog#newsletter'],
  ['https://example.com/journal/content/files/plaquette.pdf', '/media/content/files/plaquette.pdf'],
  ['https://example.com/', 'https://example.com/'],
  ['https://example.com/journalisme/loi-25/', 'https://example.com/journalisme/loi-25/'],
])('if Ghost is in a folder of a shared host, the link %s becomes %s', (address, own) => {
  expect(createAddressRewriter('https://example.com/journal').link(address, 'fr')).toBe(own)
})

it.each([
  ['https://example.com/journal/content/images/a.png', '/media/content/images/a.png'],
  ['https://example.com/content/images/a.png', null],
  ['https://example.com/journal/../content/images/a.png', null],
])('if Ghost is in a folder of a shared host, the picture %s is served as %s', (address, own) => {
  expect(createAddressRewriter('https://example.com/journal').media(address)).toBe(own)
})

it('parses a path of many slashes in linear time', () => {
  const slashes = '/'.repeat(500_000)
  expect(permalinkPath(`${slashes}X`)).toBe(`${slashes}x`)
  expect(permalinkPath('/Loi-25//')).toBe('/loi-25')
})
