import { expect, it } from 'vitest'
import { createAddressRewriter } from '../../server/posts/addresses/cms-address.ts'

const cms = 'https://ghost.example.com'
const { media, link } = createAddressRewriter(cms, 'https://www.nordet.example')

it.each([
  [`${cms}/content/images/2026/11/ocean.png`, '/media/content/images/2026/11/ocean.png'],
  [`${cms}/content/images/size/w600/2026/11/ocean.png`, '/media/content/images/size/w600/2026/11/ocean.png'],
  [`${cms}/content/media/2026/11/clip.webm`, '/media/content/media/2026/11/clip.webm'],
  [`${cms}/content/media/2026/11/clip.webm#t=0.1`, '/media/content/media/2026/11/clip.webm#t=0.1'],
  [`${cms}/content/files/2026/11/plaquette.pdf`, '/media/content/files/2026/11/plaquette.pdf'],
  [`${cms}/content/images/d%C3%A9grad%C3%A9.png`, '/media/content/images/d%C3%A9grad%C3%A9.png'],
  ['/content/images/ocean.png', '/media/content/images/ocean.png'],
  ['//ghost.example.com/content/images/ocean.png', '/media/content/images/ocean.png'],
  ['http://ghost.example.com/content/images/ocean.png', '/media/content/images/ocean.png'],
  ['HTTPS://Ghost.Example.COM/content/images/ocean.png', '/media/content/images/ocean.png'],
  [`${cms}/content/files/../images/ocean.png`, '/media/content/images/ocean.png'],
])('the stored file %s is served by this site as %s', (address, own) => {
  expect(media(address)).toBe(own)
})

it.each([
  'https://images.example.org/content/images/ocean.png',
  'https://ghost.example.com.evil.example/content/images/ocean.png',
  'https://ghost.example.com:8443/content/images/ocean.png',
  'https://ghost.example.com@evil.example/content/images/ocean.png',
  '//evil.example/content/images/ocean.png',
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP',
  'javascript:alert(1)',
  `${cms}/`,
  `${cms}/ghost/api/admin/site/`,
  `${cms}/content/images/../../ghost/`,
  `${cms}/content/images/%2e%2e/%2e%2e/ghost/`,
  `${cms}/content/data/ghost.db`,
  `${cms}/content/images`,
  `${cms}/contents/images/ocean.png`,
  'https://',
  '',
])('%j is no stored file', (address) => {
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
  [`${cms}/author/camille/`, '/blog', '/en/blog'],
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
])('the link %s leads to %s from French posts and to %s from English ones', (address, french, english) => {
  expect(link(address, 'fr')).toBe(french)
  expect(link(address, 'en')).toBe(english)
})

it.each([
  [`${cms}/content/files/2026/11/plaquette.pdf`, '/media/content/files/2026/11/plaquette.pdf'],
  [`${cms}/content/files/2026/11/plaquette.pdf#page=2`, '/media/content/files/2026/11/plaquette.pdf#page=2'],
  [`${cms}/content/images/2026/11/ocean.png`, '/media/content/images/2026/11/ocean.png'],
])('the link %s to a stored file leads to %s', (address, own) => {
  expect(link(address, 'en')).toBe(own)
})

it.each([
  'https://www.example.org/',
  'https://www.example.org/ghost.example.com/',
  'https://ghost.example.com.evil.example/loi-25/',
  'https://www.example.org/?ref=infolettre',
  'https://www.example.org/?href=ghost.example.com',
  'mailto:info@nordet.example',
  'tel:+14185550123',
  '#fn1',
  'javascript:alert(1)',
  'http://',
  '///example.org/',
])('the link %j, which is not one to the CMS, stays as it is', (address) => {
  expect(link(address, 'fr')).toBe(address)
})

it.each([
  ['https://www.example.org/?ref=ghost.example.com', 'https://www.example.org/'],
  ['https://www.example.org/a?b=1&ref=ghost.example.com&c=2#d', 'https://www.example.org/a?b=1&c=2#d'],
  [
    'https://www.example.org/a?flag&b=c%20d,e&ref=ghost.example.com&signature=f+g/',
    'https://www.example.org/a?flag&b=c%20d,e&signature=f+g/',
  ],
])('the mark that Ghost leaves on the link %s is removed', (address, clean) => {
  expect(link(address, 'fr')).toBe(clean)
})

it.each([
  ['//example.org/p', 'https://example.org/p'],
  ['//example.org/p?ref=ghost.example.com', 'https://example.org/p'],
])('the link %s, which names no protocol, leads to %s', (address, whole) => {
  expect(link(address, 'fr')).toBe(whole)
})

it('removes the mark also where the CMS has a port, which the mark does not name', () => {
  const local = createAddressRewriter('http://127.0.0.1:2368', 'https://www.nordet.example')
  expect(local.link('https://www.example.org/?a=1&ref=127.0.0.1', 'fr')).toBe('https://www.example.org/?a=1')
  expect(local.link('http://127.0.0.1:2368/loi-25/', 'fr')).toBe('/blog/loi-25')
  expect(local.media('http://127.0.0.1:2368/content/images/ocean.png')).toBe('/media/content/images/ocean.png')
  expect(local.media('http://127.0.0.1:9999/content/images/ocean.png')).toBeNull()
})

it.each([
  ['https://example.com/journal/loi-25/', '/blog/loi-25'],
  ['https://example.com/journal/', '/blog'],
  ['https://example.com/journal', '/blog'],
  ['https://example.com/journal/content/files/plaquette.pdf', '/media/content/files/plaquette.pdf'],
  ['https://example.com/', 'https://example.com/'],
  ['https://example.com/journalisme/loi-25/', 'https://example.com/journalisme/loi-25/'],
])('below the folder of a host that Ghost shares, the link %s leads to %s', (address, own) => {
  expect(createAddressRewriter('https://example.com/journal', 'https://www.nordet.example').link(address, 'fr')).toBe(
    own,
  )
})

it('takes pictures from Ghost’s own folder of a shared host, and from no other', () => {
  const shared = createAddressRewriter('https://example.com/journal', 'https://www.nordet.example')
  expect(shared.media('https://example.com/journal/content/images/a.png')).toBe('/media/content/images/a.png')
  expect(shared.media('https://example.com/content/images/a.png')).toBeNull()
  expect(shared.media('https://example.com/journal/../content/images/a.png')).toBeNull()
})

it('spells no address of the CMS in plain words either', () => {
  const { text } = createAddressRewriter('https://ghost.example.com', 'https://www.nordet.example')
  expect(text('Lisez https://ghost.example.com/loi-25/ ou https://example.org/x', 'en')).toBe(
    'Lisez https://www.nordet.example/en/blog/loi-25 ou https://example.org/x',
  )
  expect(text('sur ghost.example.com', 'fr')).toBe('sur www.nordet.example')
  expect(text('HTTPS://Ghost.Example.COM/loi-25/ sur Ghost.example.COM', 'fr')).toBe(
    'https://www.nordet.example/blog/loi-25 sur www.nordet.example',
  )
})

it.each([
  'moi@ghost.example.com',
  'ghost.example.community',
  'ghost.example.com.br',
  'ghost.example.com-archive',
  'mon-ghost.example.com',
  'www.ghost.example.com',
  'Écrivez à <moi@ghost.example.com>.',
])('the longer name or the e-mail address %s stays as it is in plain words', (words) => {
  expect(createAddressRewriter(cms, 'https://www.nordet.example').text(words, 'fr')).toBe(words)
})

it.each([
  ['Lire (voir $CMS/loi-25/) et $CMS/contact. Fin', 'Lire (voir $SITE/blog/loi-25) et $SITE/contact. Fin'],
  ['Puis « $CMS/loi-25/ », ou «$CMS/loi-25/», fin', 'Puis « $SITE/blog/loi-25 », ou «$SITE/blog/loi-25», fin'],
  ['$CMS/loi-25/, $CMS/loi-25/; $CMS/loi-25/: fin', '$SITE/blog/loi-25, $SITE/blog/loi-25; $SITE/blog/loi-25: fin'],
  ['[$CMS/loi-25/] {$CMS/loi-25/} $CMS/loi-25/…', '[$SITE/blog/loi-25] {$SITE/blog/loi-25} $SITE/blog/loi-25…'],
  [
    '“$CMS/loi-25/” ‘$CMS/loi-25/’ &lt;$CMS/loi-25/&gt;',
    '“$SITE/blog/loi-25” ‘$SITE/blog/loi-25’ &lt;$SITE/blog/loi-25&gt;',
  ],
  ['Vraiment $CMS/loi-25/?! Oui, sur $CMS.', 'Vraiment $SITE/blog/loi-25?! Oui, sur $SITE/blog.'],
  ['$CMS/content/files/a.pdf.', '$SITE/media/content/files/a.pdf.'],
  ['https://example.org/a_(b)?c., $CMS/loi-25/', 'https://example.org/a_(b)?c., $SITE/blog/loi-25'],
])('a spelled-out address ends before what closes the words around it: %s', (words, own) => {
  const siteUrl = 'https://www.nordet.example'
  const { text } = createAddressRewriter(cms, siteUrl)
  expect(text(words.replaceAll('$CMS', cms), 'fr')).toBe(own.replaceAll('$SITE', siteUrl))
})

const post = `${cms}/loi-25/`
const own = 'https://www.nordet.example/blog/loi-25'
const [encodedPost, encodedOwn] = [encodeURIComponent(post), encodeURIComponent(own)]

it.each([
  [`https://share.example/?url=${encodedPost}`, `https://share.example/?url=${encodedOwn}`],
  [`https://share.example/?url=${encodedPost}&text=a%20b,c`, `https://share.example/?url=${encodedOwn}&text=a%20b,c`],
  [`https://share.example/?url=${post}&text=a%20b`, `https://share.example/?url=${own}&text=a%20b`],
  [`https://share.example/#${encodedPost.toLowerCase()}`, `https://share.example/#${encodedOwn}`],
  [`https://archive.example/web/${post}`, `https://archive.example/web/${own}`],
  [`https://archive.example/save/${encodedPost}`, `https://archive.example/save/${encodedOwn}`],
  [`mailto:?body=Lire%20${encodedPost}.%20Merci%20!`, `mailto:?body=Lire%20${encodedOwn}.%20Merci%20!`],
  [`mailto:?subject=a&body=Lire ${post}, merci`, `mailto:?subject=a&body=Lire ${own}, merci`],
  [
    `https://a.example/?u=${encodeURIComponent(`https://b.example/?u=${encodedPost}&c=d`)}`,
    `https://a.example/?u=${encodeURIComponent(`https://b.example/?u=${encodedOwn}&c=d`)}`,
  ],
  [
    `https://share.example/?text=${encodeURIComponent(`l’été : ${encodedPost}`)}`,
    `https://share.example/?text=${encodeURIComponent(`l’été : ${encodedOwn}`)}`,
  ],
  [`//share.example/?url=${encodedPost}&ref=ghost.example.com`, `https://share.example/?url=${encodedOwn}`],
  [
    `https://share.example/?url=${encodeURIComponent(cms)}`,
    `https://share.example/?url=${encodeURIComponent('https://www.nordet.example/blog')}`,
  ],
])('%s shares what is this site’s: %s', (address, shared) => {
  expect(link(address, 'fr')).toBe(shared)
})

it.each([
  'https://share.example/?url=https:%2F%2Fghost.example.com%2Floi-25%2F',
  'https://share.example/?url=https%3A//ghost.example.com/loi-25/',
  'https://share.example/?url=//ghost.example.com/loi-25/',
  'https://share.example/?url=%2F%2Fghost.example.com%2Floi-25%2F',
  'https://share.example/?url=https%3A%2F%2F%E9@ghost.example.com%2F',
  'mailto:?body=ftp://ghost.example.com/',
])('%s, in which the CMS cannot be replaced, is no link', (address) => {
  expect(link(address, 'fr')).toBeNull()
})

it('an endless address within an address is no link, and fails nobody', () => {
  expect(link(`https://share.example/${'https://'.repeat(10_000)}ghost.example.com`, 'fr')).toBeNull()
  expect(link(`https://share.example/${'https%3A%2F%2F'.repeat(10_000)}ghost.example.com`, 'fr')).toBeNull()
  expect(link(`https://share.example/${'https://'.repeat(200)}ghost.example.com`, 'fr')).not.toMatch(/ghost/)
})

it.each([
  'https://share.example/?url=https%3A%2F%2Fexample.org%2f&by=ghost.example.com',
  'https://share.example/?url=https://ghost.example.com.evil.example/',
  'mailto:redaction@ghost.example.com',
])('%s, in which the CMS has no address, stays as it is', (address) => {
  expect(link(address, 'fr')).toBe(address)
})

it('beside a Ghost below a folder, addresses of the rest of its host stay, also within others', () => {
  const shared = createAddressRewriter('https://example.com/journal', 'https://www.nordet.example')
  const share = (address: string) => shared.link(`https://share.example/?url=${encodeURIComponent(address)}`, 'fr')
  expect(share('https://example.com/journal/loi-25/')).toBe(`https://share.example/?url=${encodedOwn}`)
  expect(share('https://example.com/journalisme/')).toContain('journalisme')
})

it('a spelled-out address for sharing shares what is this site’s', () => {
  const { text } = createAddressRewriter('http://127.0.0.1:2368', 'https://www.nordet.example')
  const share = (address: string) => `Voir https://share.example/?url=${encodeURIComponent(address)}.`
  expect(text(share('http://127.0.0.1:2368/loi-25/'), 'fr')).toBe(share(own))
})
