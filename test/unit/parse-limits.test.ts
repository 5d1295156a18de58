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
  // Each paragraph repeats what is bold before it, as in browsers.
  { what: 'bold paragraphs', html: numbered(20_000, (index) => `<b id=${index}><p>`) },
])('refuses $what beyond all bounds', ({ html }) => {
  expect(() => sanitise(html, 'en')).toThrow(/^the HTML (is nested more than 512 deep|has more than 100000 elements)$/)
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
  { what: 'comments', html: '<!---->'.repeat(250_000), bound: 'the HTML has more than 200000 nodes' },
  { what: 'characters', html: 'a'.repeat(4_000_001), bound: 'the HTML is longer than 4000000 characters' },
])('refuses more $what than it has room for', ({ html, bound }) => {
  expect(() => sanitise(html, 'en')).toThrow(bound)
})

it('refuses a few characters that become more elements than memory has room for', () => {
  const html = numbered(400, (index) => `<b id=${index}>`) + '<p>'.repeat(100_000)
  expect(() => sanitise(html, 'en')).toThrow(/^the HTML has more than 100000 elements$/)
})

it.each([
  { what: '500 blocks in each other', html: '<div>'.repeat(500) + 'a' },
  {
    what: '80 toggles in each other',
    html: '<div class="kg-toggle-card"><div class="kg-toggle-content">'.repeat(80) + 'a',
  },
  { what: '80 tables in each other', html: '<table><tr><td>'.repeat(80) + 'a' },
  { what: '40,000 paragraphs', html: '<p>a</p>'.repeat(40_000) },
  { what: '150,000 comments', html: `<p>a</p>${'<!---->'.repeat(150_000)}` },
  { what: '150,000 signs that begin no tag', html: `<p>${'< '.repeat(150_000)}</p>` },
  { what: 'tags within quotes', html: `<p>${`<i title="${'<a b>'.repeat(2000)}">a</i>`.repeat(10)}</p>` },
  { what: '2,000 headings of one name', html: '<h2 id="a">a</h2>'.repeat(2000) },
  { what: '2,000 pictures', html: '<img src="/content/images/a.png">'.repeat(2000) },
  { what: 'a title of a million characters', html: `<p title="${'a'.repeat(1_000_000)}">a</p>` },
  { what: 'an address of a million characters', html: `<a href="https://a.example/${'a'.repeat(1_000_000)}">a</a>` },
  { what: 'a style of a million characters', html: `<p style="${'display:'.repeat(125_000)}">a</p>` },
  { what: 'a text of a million brackets', html: `<p>${'['.repeat(500_000)}${'&lt;'.repeat(500_000)}</p>` },
])('makes something of $what', ({ html }) => {
  expect(sanitise(html, 'en')).toMatch(/^<.*>$/s)
})

it('takes at most eight times as long for 12,000 paragraphs as for 3000: no selector takes the square of them', () => {
  /** In milliseconds of the processor, which a busy machine does not lengthen; the second time, once the code is warm. */
  const costOf = (count: number) => {
    const html = '<p>a</p>'.repeat(count)
    const costs = [1, 2].map(() => {
      const before = process.cpuUsage()
      expect(sanitise(html, 'en')).toHaveLength(html.length)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    return Math.min(...costs)
  }
  costOf(3000)
  expect(costOf(12_000) / costOf(3000)).toBeLessThan(8)
})
