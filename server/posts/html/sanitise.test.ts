import { expect, it } from 'vitest'
import { sanitise } from '../../../test/support/sanitise.ts'

const clean = (html: string) => sanitise(html, 'en')

it.each([
  ['a style element', '<style>p { color: red }</style><p>a</p>', '<p>a</p>'],
  ['a script', '<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
  [
    'a drawing that decorates',
    '<p>a<span class="kg-star"><svg aria-hidden="true"><title>Star</title><path d="M1"/></svg></span></p>',
    '<p>a<span class="kg-star"></span></p>',
  ],
  ['a player’s button', '<p>a</p><button aria-label="Play">Play</button>', '<p>a</p>'],
  ['a sign-up form', '<div>a<form><label>E-mail</label><input></form></div>', '<div>a</div>'],
])('the text of %s is removed with it', (_name, html, output) => {
  expect(clean(html)).toBe(output)
})

it.each([
  ['<p>a</p><p hidden>b</p>', '<p>a</p>'],
  ['<p>a</p><p hidden="until-found">b</p>', '<p>a</p>'],
  ['<p>a</p><div style="display: none"><p>b</p></div>', '<p>a</p>'],
  ['<p>a<span style="color: red;DISPLAY:none !important">b</span></p>', '<p>a</p>'],
  ['<p style="display: block; --note: nonesuch">a</p>', '<p>a</p>'],
  ['<p class="hidden" style="font-display: none">a</p>', '<p>a</p>'],
  ['<p hidden>a</p>', ''],
])('elements that their author hides are removed, and nothing else: %s', (html, output) => {
  expect(clean(html)).toBe(output)
})

it.each([
  [
    'what is merely unknown goes, and its text and its break stay',
    '<section><marquee>a <blink>b</blink></marquee></section>',
    '<div>a b</div>',
  ],
  ['a sign that begins no tag is text', '<p>1 < 2 & 3 > 2</p>', '<p>1 &lt; 2 &amp; 3 &gt; 2</p>'],
  ['what was left open is closed', '<div><p>a<b>b', '<div><p>a<b>b</b></p></div>'],
  [
    'a link without protocol leads to its host over https',
    '<a href="//example.com/p">a</a>',
    '<a href="https://example.com/p" rel="noopener">a</a>',
  ],
  [
    'a paid link stays one',
    '<a href="https://example.com/" rel="sponsored nofollow noreferrer">a</a>',
    '<a href="https://example.com/" rel="noopener nofollow sponsored">a</a>',
  ],
  [
    'a place in another article is named as it is there',
    '<a href="//127.0.0.1:2368/loi-25/#performance">a</a>',
    '<a href="/en/blog/loi-25#article-performance">a</a>',
  ],
  [
    'the newsletter of the list is no place in an article',
    '<a href="/en/blog#newsletter">a</a>',
    '<a href="/en/blog#newsletter">a</a>',
  ],
  [
    'a link without protocol may lead to the CMS',
    '<a href="//127.0.0.1:2368/loi-25/">a</a>',
    '<a href="/en/blog/loi-25">a</a>',
  ],
  ['a menu is a list', '<menu><li>a</li><li>b</li></menu>', '<ul><li>a</li><li>b</li></ul>'],
  ['the main heading is the page’s own', '<h1 id="a">A</h1><h2>B</h2>', '<h2 id="a">A</h2><h2>B</h2>'],
  ['a name keeps its own direction', '<p><bdi>محمد</bdi>: 5</p>', '<p><bdi>محمد</bdi>: 5</p>'],
  ['no heading is empty', '<h2 id="a">A</h2><h2 id="b">&nbsp;<br></h2>', '<h2 id="a">A</h2>'],
  [
    'half a character, even twice in a row, does not cost the post',
    '<p title="\udc00\udc00">\udc00\udc00 \ud83d\udca9</p>',
    '<p title="\ufffd\ufffd">\ufffd\ufffd \ud83d\udca9</p>',
  ],
])('%s', (_what, html, output) => {
  expect(clean(html)).toBe(output)
})

it('a link whose beginning only a browser would take for two slashes leads nowhere', () => {
  const links = ['/\\evil.example/', '\\\\evil.example/', '///evil.example/', '/\t/evil.example/', '//\\evil.example/']
  for (const link of links) expect(clean(`<a href="${link}">a</a>`)).toBe('<a>a</a>')
})

it.each([
  '',
  ' \n',
  '<p></p>',
  '<p>&nbsp;<br></p>',
  '<!-- a --><script>alert(1)</script>',
  '<div><span>\u200b</span></div>',
])('a post in which a reader would see nothing is empty: %j', (html) => {
  expect(clean(html)).toBe('')
})

it.each([
  '<hr>',
  '<p>.</p>',
  '<img src="http://127.0.0.1:2368/content/images/a.png">',
  '<audio src="http://127.0.0.1:2368/content/media/a.mp3"></audio>',
])('a post that shows something, however small, is not empty: %s', (html) => {
  expect(clean(html)).not.toBe('')
})

it('elements without an end tag in HTML get none', () => {
  const html =
    '<p>a<br>b<wbr>c</p><picture><source srcset="/content/images/a.png 1x"><img src="/content/images/a.png"></picture>'
  expect(clean(html)).not.toMatch(/<\/(?:br|wbr|source|img)>/)
})

it.each([
  ['<div role="group" tabindex="0">a</div>', '<div role="group" tabindex="0">a</div>'],
  ['<div role="img" aria-label="A">a</div>', '<div role="img" aria-label="A">a</div>'],
  ['<div role="alert" tabindex="5">a</div>', '<div>a</div>'],
  ['<div role="" tabindex="">a</div>', '<div>a</div>'],
  ['<div role tabindex="-1">a</div>', '<div>a</div>'],
  ['<p role="alert" tabindex="0">a</p>', '<p>a</p>'],
  ['<pre tabindex="5">a</pre>', '<pre tabindex="0">a</pre>'],
])('an element of a post has no role but those of cards, and no tab index of its own: %s', (html, output) => {
  expect(clean(html)).toBe(output)
})

it.each([
  ['<span role="img" aria-label="A">a</span>', '<span role="img" aria-label="A">a</span>'],
  ['<div role="note" aria-label="A">a</div>', '<div role="note" aria-label="A">a</div>'],
  ['<div role="region" aria-label="A">a</div>', '<div role="region" aria-label="A">a</div>'],
  ['<p role="note" aria-label="A">a</p>', '<p role="note" aria-label="A">a</p>'],
  ['<ul aria-label="A"><li>a</li></ul>', '<ul aria-label="A"><li>a</li></ul>'],
  ['<a href="/ai" aria-label="A">a</a>', '<a href="/en/ai" aria-label="A">a</a>'],
  ['<a aria-label="A">a</a>', '<a>a</a>'],
  ['<a href="#/portal/account" aria-label="A">a</a>', 'a'],
  ['<p aria-label="A">a</p>', '<p>a</p>'],
  ['<span role="alert" aria-label="A">a</span>', '<span>a</span>'],
  ['<em role="img" aria-label="A">a</em>', '<em>a</em>'],
])('an element of a post has a name only if ARIA allows it: %s', (html, output) => {
  expect(clean(html)).toBe(output)
})
