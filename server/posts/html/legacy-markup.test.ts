import { expect, it } from 'vitest'
import { headingsOf } from '../../../client/article/article-html.ts'
import { feedHtml } from './feed-html.ts'
import { parseMetadata } from './descriptions.ts'
import { sanitiseFile as sanitise } from '../../../test/support/sanitise.ts'

const siteUrl = 'https://www.site.example'
const inFeeds = (html: string) => feedHtml(sanitise(html, 'fr'), `${siteUrl}/blog/a`)

it.each(
  Object.entries({
    '<section>Un</section><section>Deux</section>': '<div>Un</div><div>Deux</div>',
    'Un<article>Deux</article>Trois': 'Un<div>Deux</div>Trois',
    '<main><header>Un</header><nav>Deux</nav></main>': '<div><div>Un</div><div>Deux</div></div>',
    '<ul><li>Un<aside>Deux</aside></li></ul>': '<ul><li>Un<div>Deux</div></li></ul>',
    '<fieldset><legend>Un</legend>Deux</fieldset>': '<div><div>Un</div>Deux</div>',
    '<span>Un<address>Deux</address><address>Trois</address>Quatre</span>':
      '<span>Un<br />Deux<br />Trois<br />Quatre</span>',
    '<h2>Un<section>Deux</section></h2>': '<h2>Un<br />Deux</h2>',
    '<p>a <marquee>b</marquee></p>': '<p>a b</p>',
  }),
)('a block that is unwrapped leaves a break, in pages and in feeds: %s', (html, output) => {
  expect(sanitise(html, 'fr')).toBe(output)
  expect(inFeeds(html)).toBe(output.replace(/<\/?span>/g, ''))
})

it('blocks of a cell stay apart', () => {
  const html = '<table><tr><td><section>Un</section><section>Deux</section></td></tr></table>'
  expect(sanitise(html, 'fr')).toContain('<td><div>Un</div><div>Deux</div></td>')
  expect(inFeeds(html)).toContain('<td><div>Un</div><div>Deux</div></td>')
})

it('plain text is taken from blocks with a space or a break between', () => {
  const title = expect.stringMatching(/^Un\s+Deux$/)
  expect(headingsOf('<h2 id="a"><div>Un</div><div>Deux</div></h2>')).toEqual([{ id: 'a', title }])
  for (const words of ['<section>Un</section>Deux', '<p>Un</p><p>Deux</p>'])
    expect(inFeeds(`<details><summary>${words}</summary>Trois</details>`)).toContain('<h4>Un<br />Deux</h4>')
  const same = (address: string) => address
  const context = { language: 'fr', slug: 'a', siteUrl, sanitise, link: same, picture: same } as const
  const captioned = parseMetadata({ feature_image_caption: '<p>Un</p><p>Deux <b>mots</b></p>' }, context)
  expect(captioned.feature_image_caption).toBe('Un<br />Deux <b>mots</b>')
})

it.each(
  Object.entries({
    '<p>Prix : <strike>100 $</strike> 80 $</p>': '<p>Prix : <s>100 $</s> 80 $</p>',
    '<p>Prix : <span style="color: red; text-decoration: line-through">100 $</span> 80 $</p>':
      '<p>Prix : <span><s>100 $</s></span> 80 $</p>',
    '<p>Prix : <font style="TEXT-DECORATION-LINE:line-through">100 $</font> 80 $</p>':
      '<p>Prix : <s>100 $</s> 80 $</p>',
    '<p>Prix : <span class="text-strikethrough">100 $</span> 80 $</p>': '<p>Prix : <span><s>100 $</s></span> 80 $</p>',
    '<ul style="text-decoration: line-through"><li>100 $ <b>net</b></li></ul>':
      '<ul><li><s>100 $ </s><b><s>net</s></b></li></ul>',
    '<p><del style="text-decoration: line-through">a</del></p>': '<p><del>a</del></p>',
    '<p><span style="text-decoration: underline">a</span> <a style="text-decoration: underline">b</a></p>':
      '<p><span><u>a</u></span> <a>b</a></p>',
    '<p><span style="background: #ffF2cc">a</span> <span style="background-color:rgb(255, 255, 0)">b</span></p>':
      '<p><span><mark>a</mark></span> <span><mark>b</mark></span></p>',
    '<p><span style="background: yellow">a</span> <span style="background-color: #f5f5f5">b</span></p>':
      '<p><span><mark>a</mark></span> <span>b</span></p>',
    '<p><span style="background: #ff0">a</span> <span style="background: #fff">b</span></p>':
      '<p><span><mark>a</mark></span> <span>b</span></p>',
    '<p>10<span style="vertical-align: super">2</span> H<span style="vertical-align:sub">2</span>O</p>':
      '<p>10<span><sup>2</sup></span> H<span><sub>2</sub></span>O</p>',
    '<p><tt>a</tt> <acronym title="B">b</acronym></p>': '<p><code>a</code> <abbr title="B">b</abbr></p>',
    '<center>a</center><dir><li>b</li></dir>': '<div class="kg-text-center">a</div><ul><li>b</li></ul>',
    '<map name="m"><area href="/ai" alt="IA"><area href="/blog"></map>':
      '<span> <a href="/ai">IA</a></span><span> <a href="/blog">/blog</a></span>',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p>a</p><p>b</p></b>': '<p>a</p><p>b</p>',
    '<p><span style="font-weight:700">a</span> <span style="font-style: italic;font-weight:400">b</span></p>':
      '<p><span><b>a</b></span> <span><i>b</i></span></p>',
    '<p style="font-weight:bold">a<span style="font-weight:normal">b</span></p>': '<p><b>a</b><span>b</span></p>',
    '<p><strong style="font-weight:500">a</strong></p>': '<p><strong>a</strong></p>',
    '<h2><span style="font-weight:bold">a</span></h2>': '<h2><span>a</span></h2>',
    '<xmp><b>a</b></xmp>': '<pre tabindex="0">&lt;b&gt;a&lt;/b&gt;</pre>',
  }),
)('obsolete markup becomes current markup with the same meaning: %s', (html, output) => {
  expect(sanitise(html, 'en')).toBe(output)
})

it.each(
  Object.entries({
    '<ol type="a" start="3" reversed><li value="7">a</li></ol>':
      '<ol type="a" start="3" reversed><li value="7">a</li></ol>',
    '<ol style="list-style-type: upper-roman"><li>a</li></ol>': '<ol type="I"><li>a</li></ol>',
    '<ol style="margin:0;list-style:lower-alpha inside"><li>a</li></ol>': '<ol type="a"><li>a</li></ol>',
    '<ol><li style="list-style-type:lower-roman">a</li></ol>': '<ol type="i"><li>a</li></ol>',
    '<ol type="A" style="list-style-type: decimal"><li>a</li></ol>': '<ol type="A"><li>a</li></ol>',
    '<ol style="LIST-STYLE-TYPE: UPPER-ROMAN"><li>a</li></ol>': '<ol type="I"><li>a</li></ol>',
    '<ol><li type="a">a</li></ol>': '<ol type="a"><li>a</li></ol>',
    '<ol><li type="disc">a</li></ol>': '<ol><li>a</li></ol>',
    '<ul style="list-style-type:lower-alpha"><li>a</li></ul>': '<ol type="a"><li>a</li></ol>',
  }),
)('the items of a list are numbered as their author does, in pages and in feeds: %s', (html, output) => {
  expect(sanitise(html, 'fr')).toBe(output)
  expect(inFeeds(html)).toBe(output)
})

it.each(
  Object.entries({
    '<ol style="list-style:none"><li>a) b</li></ol>': '<ul class="kg-list-none"><li>a) b</li></ul>',
    '<ol type="1" style="list-style-type: None"><li>a) b</li></ol>': '<ul class="kg-list-none"><li>a) b</li></ul>',
    '<ol><li style="list-style-type:none">a) b</li><li>c</li></ol>':
      '<ol><li class="kg-list-none">a) b</li><li>c</li></ol>',
    '<ol style="list-style-type:lower-greek"><li>a</li></ol>': '<ol class="kg-list-greek"><li>a</li></ol>',
    '<ol style="list-style-image:none"><li>a</li></ol>': '<ol><li>a</li></ol>',
  }),
)('a list whose numbering HTML lacks has a class: %s', (html, output) => {
  expect(sanitise(html, 'fr')).toBe(output)
})

const ji = '<rp>(</rp><rt>ji</rt><rp>)</rp>'

it.each([
  ['<ruby>字<rt>ji</rt></ruby>', `<ruby>字${ji}</ruby>`],
  ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>', `<ruby>漢${ji.replace('ji', 'kan')}字${ji}</ruby>`],
  ['<ruby><rb>漢</rb><rb>字</rb><rt>kan</rt><rt>ji</rt></ruby>', `<ruby>漢${ji.replace('ji', 'kan')}字${ji}</ruby>`],
  ['<ruby>字<rtc>ji</rtc></ruby>', `<ruby>字${ji}</ruby>`],
  ['<ruby>字<rt>(ji)</rt></ruby>', '<ruby>字<rt>(ji)</rt></ruby>'],
])('readings stay, with parentheses for programs without ruby, in pages and in feeds: %s', (html, output) => {
  expect(sanitise(`<p>${html}</p>`, 'fr')).toBe(`<p>${output}</p>`)
  expect(inFeeds(`<p>${html}</p>`)).toBe(`<p>${output}</p>`)
})

it('a reading without its ruby is in parentheses', () => {
  expect(sanitise('<p>字<rt>ji</rt></p>', 'fr')).toBe('<p>字<span>(ji)</span></p>')
})
