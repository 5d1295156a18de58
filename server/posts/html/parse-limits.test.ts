import { expect, it } from 'vitest'
import { sanitise } from '../../../test/support/sanitise.ts'

const numbered = (count: number, tags: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => tags(index)).join('')

/** Forty-nine groups of a hundred nested elements. */
const nested = (start: string, inner: string, end: string) =>
  `${start.repeat(100)}${inner}${end.repeat(100)}`.repeat(49)
const picture = '<img src="/content/images/a.png">'
const code = (language: string, text: string) =>
  `<pre><code class="language-${language}">${text}</code></pre>`.repeat(7)

it.each([
  { what: 'blocks', html: '<div>'.repeat(3000) },
  { what: 'closed blocks', html: '<div>'.repeat(3000) + '</div>'.repeat(3000) },
  { what: 'far too many blocks', html: '<div>'.repeat(50_000) },
  { what: 'lists', html: '<ul><li>'.repeat(3000) },
  { what: 'quotes', html: '<blockquote>'.repeat(3000) },
  { what: 'bold and italics', html: '<b><i>'.repeat(3000) },
  { what: 'links', html: numbered(3000, (index) => `<b id=${index}>`) },
  { what: 'tables', html: '<table><tr><td>'.repeat(3000) },
  { what: 'drawings', html: '<svg>'.repeat(3000) },
  { what: 'drawings with text', html: '<svg><foreignObject>'.repeat(3000) },
  { what: 'formulas', html: '<math>'.repeat(3000) },
  { what: 'templates', html: '<template>'.repeat(3000) },
  { what: 'cards', html: '<div class="kg-card kg-toggle-card"><h4 class="kg-toggle-heading-text">'.repeat(3000) },
  // Paragraphs repeat the bold elements before them, as in browsers.
  { what: 'bold paragraphs', html: numbered(10_000, (index) => `<b id=${index}><p>`) },
])('refuses $what far beyond the limits', ({ html }) => {
  expect(() => sanitise(html, 'en')).toThrow(
    /^the HTML (is nested more than 128 deep|has more than 5000 elements|has more than 1500 links)$/,
  )
})

it.each([
  {
    what: 'attributes',
    html: `<p ${numbered(30_000, (index) => ` a${index}`)}>`,
    bound: 'a tag of the HTML has more than 100 attributes',
  },
  {
    what: 'attributes with values',
    html: `<p${numbered(2000, (index) => ` a${index}=">" b${index} = '<' c${index}=d`)}`,
    bound: 'a tag of the HTML has more than 100 attributes',
  },
  { what: 'comments', html: '<!---->'.repeat(11_000), bound: 'the HTML has more than 10000 nodes' },
  { what: 'characters', html: 'a'.repeat(250_001), bound: 'the HTML is longer than 250000 characters' },
  {
    what: 'attributes in all',
    html: `<p${numbered(90, (index) => ` a${index}`)}>`.repeat(230),
    bound: 'the HTML has more than 20000 attributes',
  },
  { what: 'elements', html: '<p>'.repeat(6000), bound: 'the HTML has more than 5000 elements' },
  // A few characters that would expand to more elements than fit in memory.
  {
    what: 'elements that repeat others',
    html: numbered(60, (index) => `<b id=${index}>`) + '<p>'.repeat(50_000),
    bound: /^the HTML has more than 5000 elements$/,
  },
  {
    what: 'elements within frames',
    html: `<iframe srcdoc="${'<p>'.repeat(100)}"></iframe>`.repeat(60),
    bound: 'the HTML has more than 5000 elements',
  },
  {
    what: 'small pictures',
    html: '<img src="/content/images/a.png">'.repeat(500),
    bound: 'the HTML has more than 400 pictures, players and frames',
  },
  { what: 'links', html: '<a href="/a/">a</a>'.repeat(1600), bound: 'the HTML has more than 1500 links' },
  {
    what: 'shortcodes of frames',
    html: '[embed src="//a.example/a"]<br>'.repeat(401),
    bound: 'the HTML has more than 400 pictures, players and frames',
  },
])('refuses more $what than the limit', ({ html, bound }) => {
  expect(() => sanitise(html, 'en')).toThrow(bound)
})

it.each([
  { what: '120 blocks in each other', html: '<div>'.repeat(120) + 'a' },
  {
    what: '60 toggles in each other',
    html: '<div class="kg-toggle-card"><div class="kg-toggle-content">'.repeat(60) + 'a',
  },
  { what: '30 tables in each other', html: '<table><tr><td>'.repeat(30) + 'a' },
  { what: '4,900 paragraphs', html: '<p>a</p>'.repeat(4900) },
  { what: '9,900 comments', html: `<p>a</p>${'<!---->'.repeat(9900)}` },
  { what: '120,000 signs without a tag', html: `<p>${'< '.repeat(120_000)}</p>` },
  { what: 'tags within quotes', html: `<p>${`<i title="${'<a b>'.repeat(2000)}">a</i>`.repeat(10)}</p>` },
  { what: '2,000 headings of one name', html: '<h2 id="a">a</h2>'.repeat(2000) },
  { what: '400 pictures', html: '<img src="/content/images/a.png">'.repeat(400) },
  {
    what: 'three pictures of 240,000 characters in the HTML itself',
    html: `<img src="data:image/png;base64,${'A'.repeat(240_000)}">`.repeat(3),
  },
  { what: 'a title of 240,000 characters', html: `<p title="${'a'.repeat(240_000)}">a</p>` },
  { what: 'an address of 240,000 characters', html: `<a href="https://a.example/${'a'.repeat(240_000)}">a</a>` },
  { what: 'a style of 240,000 characters', html: `<p style="${'display:'.repeat(30_000)}">a</p>` },
  { what: 'a text of 160,000 brackets', html: `<p>${'['.repeat(140_000)}${'&lt;'.repeat(20_000)}</p>` },
  // Each of these once took quadratic or cubic time: seconds, or a minute.
  { what: 'bold words in bold words', html: nested('<span style="font-weight:bold">', 'a', '</span>') },
  { what: 'powers of powers', html: `<math>${nested('<msup>', '<mi>a</mi>', '</msup>')}` },
  { what: 'pictures in calls to action', html: `${'<div class="kg-cta-card">'.repeat(100)}${picture.repeat(399)}` },
  { what: 'endless words in code', html: code('ini', '1.0e_'.repeat(2600)) },
  {
    what: 'a file’s size of 50,000 digits',
    html: `<a class="kg-file-card-container"><div class="kg-file-card-filesize">${'1'.repeat(50_000)}!</div></a>`,
  },
  ...['[caption ', '[embed]a/', '{{', '%7Buuid', '[gallery]\n', '\u00a0'].map((part) => ({
    what: `beginnings without an end: ${part}`,
    html: `<p>a</p>${part.repeat(200_000 / part.length)}<p>b</p>`,
  })),
])('does not refuse $what', ({ html }) => {
  expect(sanitise(html, 'en')).toMatch(/^<.*>$/s)
})
