import { expect, it } from 'vitest'
import { createAddressRewriter } from '../../server/posts/cms-address.ts'
import { createSanitise } from '../../server/posts/sanitise.ts'

const sanitise = createSanitise(createAddressRewriter('http://127.0.0.1:2368', 'https://www.nordet.example'), {
  embed: (_language, host) => `Open on ${host}`,
  table: () => 'Table',
})
const clean = (html: string) => sanitise(html, 'en')

/** Every start tag of the output, and every attribute in it, as a browser would read them. */
function markupOf(html: string) {
  const tags = [...html.matchAll(/<([a-z][^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)]
  const attributes = tags.flatMap(([, , list = '']) => [...list.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)])
  return {
    /** Whatever opens a tag but is none of those above would be a hole in this very test. */
    unread: html.split('<').length - 1 - tags.length - (html.match(/<\/[a-z][a-z0-9]*>/g) ?? []).length,
    tags: tags.map(([, name = '']) => name),
    names: attributes.map(([, name = '']) => name),
    values: attributes.map(([, , value = '']) => value),
  }
}

const forbidden =
  /^(script|style|iframe|object|embed|svg|math|form|input|button|textarea|select|link|meta|base|template|noscript)$/i

it.each([
  ['a script', '<p>a</p><script>alert(1)</script>'],
  ['a script from elsewhere', '<script async src="https://platform.twitter.com/widgets.js"></script>'],
  ['a script in capitals', '<SCRIPT SRC=//evil.example/x.js></SCRIPT>'],
  ['a script in pieces', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['a script that never ends', '<p>a<script>alert(1)'],
  ['a script within an HTML card', '<!--kg-card-begin: html--><script>a()</script><!--kg-card-end: html-->'],
  ['a comment that ends early', '<!--><script>alert(1)</script>-->'],
  ['a handler', '<img src="/content/images/a.png" onerror="alert(1)">'],
  ['a bookmark’s handler', '<img src="/content/images/a.png" alt onerror="this.style.display=\'none\'">'],
  ['a handler without quotes', '<p onclick=alert(1)>a</p>'],
  ['a handler without space', '<img src="x"onerror=alert(1)>'],
  ['a handler after a slash', '<p/onmouseover=alert(1)>a</p>'],
  ['a javascript link', '<a href="javascript:alert(1)">a</a>'],
  ['a javascript link in capitals', '<a href=" JaVaScRiPt:alert(1)">a</a>'],
  ['a javascript link with a line break', '<a href="java\nscript:alert(1)">a</a>'],
  ['a javascript link in entities', '<a href="&#106;avascript&colon;alert(1)">a</a>'],
  ['a javascript link after a control character', '<a href="\u0001javascript:alert(1)">a</a>'],
  ['a data link', '<a href="data:text/html,<script>alert(1)</script>">a</a>'],
  ['a javascript frame', '<iframe src="javascript:alert(1)"></iframe>'],
  ['a frame with its own document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['a drawing', '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>'],
  ['a drawing with a style', '<svg><style><img src=x onerror=alert(1)></style></svg>'],
  ['a formula', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=a()&gt;">'],
  ['a form', '<form action="https://evil.example"><input name="email"><button formaction="x">a</button></form>'],
  ['raw text', '<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>'],
  ['a noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  ['a text area', '<textarea><script>alert(1)</script></textarea><title><script>a()</script></title>'],
  ['a template', '<template><script>alert(1)</script></template>'],
  ['an object', '<object data="x.swf"></object><embed src="x.swf"><applet></applet>'],
  ['what changes the page', '<base href="//evil.example/"><meta http-equiv="refresh" content="0;url=x"><link rel=x>'],
  ['a style element', '<style>body { display: none }</style><p>a</p>'],
  ['a style attribute', '<p style="position:fixed;inset:0;background:url(//evil.example)">a</p>'],
  ['bad nesting', '<b><p><script></b>alert(1)</p></script><a href="x"><a href="javascript:x">a</a></p></div>'],
  ['a tag within an attribute', '<p title="<script>alert(1)</script>">a</p>'],
  ['a stray quote', '<a href="x" title="\'"><img title="\'><script>a()</script>">'],
])('nothing that runs, styles or sends is left of %s', (_name, html) => {
  const output = clean(html)
  const { unread, tags, names, values } = markupOf(output)
  expect(unread, output).toBe(0)
  expect(tags.filter((tag) => forbidden.test(tag))).toEqual([])
  expect(names.filter((name) => /^(on|style|srcdoc|action|formaction|xlink|data-)/i.test(name))).toEqual([])
  expect(values.filter((value) => /^\W*(java|vb)\s*script|^\W*data:/i.test(value))).toEqual([])
})

it.each([
  ['a style element', '<style>p { color: red }</style><p>a</p>', '<p>a</p>'],
  ['a script', '<p>a</p><script>alert(1)</script><p>b</p>', '<p>a</p><p>b</p>'],
  [
    'a drawing',
    '<span class="kg-star"><svg><title>Star</title><path d="M1"/></svg></span>',
    '<span class="kg-star"></span>',
  ],
  ['a player’s button', '<p>a</p><button aria-label="Play">Play</button>', '<p>a</p>'],
  ['a sign-up form', '<div><form><label>E-mail</label><input></form></div>', '<div></div>'],
])('the text of %s goes with it', (_name, html, output) => {
  expect(clean(html)).toBe(output)
})

it('what is merely unknown goes, and its text stays', () => {
  expect(clean('<section><marquee>a <blink>b</blink></marquee></section>')).toBe('a b')
  expect(clean('<p>1 < 2 & 3 > 2</p>')).toBe('<p>1 &lt; 2 &amp; 3 &gt; 2</p>')
})

it('a link without protocol, which no editor writes, leads nowhere', () => {
  expect(clean('<a href="//evil.example/">a</a> <a href="/\\evil.example/">b</a>')).not.toContain('evil')
  expect(clean('<a href="//127.0.0.1:2368/loi-25/">a</a>')).toBe('<a href="/en/blog/loi-25">a</a>')
})

it('what was left open is closed', () => {
  expect(clean('<div><p>a<b>b')).toBe('<div><p>a<b>b</b></p></div>')
})

it('a frame becomes a link to what it showed, and loads nothing', () => {
  const video =
    '<figure class="kg-card kg-embed-card"><iframe width="200" src="https://www.youtube.com/embed/x?a=1&b=2" allow="autoplay"></iframe></figure>'
  expect(clean(video)).toBe(
    '<figure class="kg-card kg-embed-card"><a href="https://www.youtube.com/embed/x?a=1&amp;b=2" rel="noopener">Open on www.youtube.com</a></figure>',
  )
  expect(clean('<iframe src="//player.vimeo.com/video/1">x</iframe>')).toContain(
    'href="https://player.vimeo.com/video/1"',
  )
  expect(clean('<iframe></iframe><iframe src="about:blank"></iframe>')).not.toContain('href')
})

it('a post has no main heading: that is the page’s own', () => {
  expect(clean('<h1 id="a">A</h1><h2>B</h2>')).toBe('<h2 id="a">A</h2><h2>B</h2>')
})
