import { expect, it } from 'vitest'
import { sanitise } from '../support/sanitise.ts'

const numbered = (count: number, tags: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => tags(index)).join('')

it.each([
  { what: 'blocks', html: '<div>'.repeat(3000) },
  { what: 'blocks that end', html: '<div>'.repeat(3000) + '</div>'.repeat(3000) },
  { what: 'far too many blocks', html: '<div>'.repeat(200_000) },
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
  { what: 'bold paragraphs', html: numbered(20_000, (index) => `<b id=${index}><p>`) },
])('refuses $what beyond all bounds', ({ html }) => {
  expect(() => sanitise(html, 'en')).toThrow(
    /^the HTML (is nested more than 128 deep|has more than 20000 elements|has more than 5000 links)$/,
  )
})

it.each([
  {
    what: 'attributes',
    html: `<p ${numbered(80_000, (index) => ` a${index}`)}>`,
    bound: 'a tag of the HTML has more than 1000 attributes',
  },
  {
    what: 'attributes with values',
    html: `<p${numbered(2000, (index) => ` a${index}=">" b${index} = '<' c${index}=d`)}`,
    bound: 'a tag of the HTML has more than 1000 attributes',
  },
  { what: 'comments', html: '<!---->'.repeat(110_000), bound: 'the HTML has more than 100000 nodes' },
  { what: 'characters', html: 'a'.repeat(1_000_001), bound: 'the HTML is longer than 1000000 characters' },
  {
    what: 'attributes in all',
    html: `<p${numbered(900, (index) => ` a${index}`)}>`.repeat(70),
    bound: 'the HTML has more than 60000 attributes',
  },
  { what: 'elements', html: '<p>'.repeat(30_000), bound: 'the HTML has more than 20000 elements' },
  {
    what: 'small pictures',
    html: '<img src="/content/images/a.png">'.repeat(30_000),
    bound: 'the HTML has more than 2000 pictures, players and frames',
  },
  { what: 'links', html: '<a href="/a/">a</a>'.repeat(50_000), bound: 'the HTML has more than 5000 links' },
])('refuses more $what than it has room for', ({ html, bound }) => {
  expect(() => sanitise(html, 'en')).toThrow(bound)
})

it('refuses a few characters that become more elements than memory has room for', () => {
  const html = numbered(60, (index) => `<b id=${index}>`) + '<p>'.repeat(100_000)
  expect(() => sanitise(html, 'en')).toThrow(/^the HTML has more than 20000 elements$/)
})

it.each([
  { what: '120 blocks in each other', html: '<div>'.repeat(120) + 'a' },
  {
    what: '60 toggles in each other',
    html: '<div class="kg-toggle-card"><div class="kg-toggle-content">'.repeat(60) + 'a',
  },
  { what: '30 tables in each other', html: '<table><tr><td>'.repeat(30) + 'a' },
  { what: '19,000 paragraphs', html: '<p>a</p>'.repeat(19_000) },
  { what: '90,000 comments', html: `<p>a</p>${'<!---->'.repeat(90_000)}` },
  { what: '150,000 signs that begin no tag', html: `<p>${'< '.repeat(150_000)}</p>` },
  { what: 'tags within quotes', html: `<p>${`<i title="${'<a b>'.repeat(2000)}">a</i>`.repeat(10)}</p>` },
  { what: '2,000 headings of one name', html: '<h2 id="a">a</h2>'.repeat(2000) },
  { what: '2,000 pictures', html: '<img src="/content/images/a.png">'.repeat(2000) },
  { what: 'a title of 900,000 characters', html: `<p title="${'a'.repeat(900_000)}">a</p>` },
  { what: 'an address of 900,000 characters', html: `<a href="https://a.example/${'a'.repeat(900_000)}">a</a>` },
  { what: 'a style of 900,000 characters', html: `<p style="${'display:'.repeat(112_000)}">a</p>` },
  { what: 'a text of 600,000 brackets', html: `<p>${'['.repeat(500_000)}${'&lt;'.repeat(100_000)}</p>` },
])('makes something of $what', ({ html }) => {
  expect(sanitise(html, 'en')).toMatch(/^<.*>$/s)
})
