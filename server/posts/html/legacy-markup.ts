import { visible } from './readable-text.ts'
import { type Nodes, phrasingOnly, replaceBy, type Tree, unwrap } from './tree.ts'

/** Elements that browsers show as blocks (HTML, "Rendering", §15.3) and the allow-list does not have. */
const blocks =
  'address, article, aside, center, dialog, fieldset, footer, header, hgroup, legend, main, nav, noframes, search, section'

const successors: Record<string, string> = {
  strike: 's',
  tt: 'code',
  acronym: 'abbr',
  dir: 'ul',
  menu: 'ul',
  listing: 'pre',
  xmp: 'pre',
}

/** Whether an element's style or class changes what its text says. */
type Says = (attribs: Record<string, string>) => boolean

/** Editors' own class names for struck text. */
const struck = /(?:^|[\s_-])(?:strike(?:through|out)?|line-through)(?:\s|$)/i

const styled =
  (pattern: RegExp): Says =>
  ({ style = '' }) =>
    pattern.test(style)

/** Much red and green, and less blue, as word processors highlight. */
const yellow =
  'yellow\\b|#f[d-f][\\da-d]\\b|#f[\\da-f][d-f][\\da-f][\\da-d][\\da-f]\\b|rgba?\\(2[45]\\d[, ]+2[0-5]\\d[, ]+(?:1?\\d?\\d|20\\d|21\\d)\\b'

/** Styles and classes that change what a text says, each with the element that says it. */
const meanings: readonly (readonly [says: Says, element: string])[] = [
  [styled(/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i), 's'],
  [styled(/(?:^|;)\s*vertical-align\s*:\s*super\b/i), 'sup'],
  [styled(/(?:^|;)\s*vertical-align\s*:\s*sub\b/i), 'sub'],
  [styled(/(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]00)\b/i), 'b'],
  [styled(/(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)\b/i), 'i'],
  [styled(/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bunderline\b/i), 'u'],
  [styled(new RegExp(`(?:^|;)\\s*(?:background(?:-color)?|mso-highlight)\\s*:\\s*(?:${yellow})`, 'i')), 'mark'],
  [({ class: names = '' }) => struck.test(names), 's'],
]

/** Elements whose words look so already, by the name of the meaning. */
const alike: Record<string, string> = {
  s: 's, del',
  b: 'b, strong, th, h1, h2, h3, h4, h5, h6',
  i: 'i, em, cite',
  u: 'u, ins, a',
  mark: 'mark, .kg-card',
}

/** Styles that end what stands around them; Google Docs wraps all that is copied in `<b style="font-weight:normal">`. */
const plain: Record<string, RegExp> = {
  b: /(?:^|;)\s*font-weight\s*:\s*(?:normal|[1-4]00)\b/i,
  i: /(?:^|;)\s*font-style\s*:\s*normal\b/i,
}

/** The class of a list that its author numbers, as in « a) », and of an item without a number. */
const uncounted = { class: 'kg-list-none' }

/** How the items of a list are counted, by the style that says it: laws and contracts refer to « le point c) ». */
const counters = new Map<string, { type: string } | { class: string }>([
  ['lower-alpha', { type: 'a' }],
  ['lower-latin', { type: 'a' }],
  ['upper-alpha', { type: 'A' }],
  ['upper-latin', { type: 'A' }],
  ['lower-roman', { type: 'i' }],
  ['upper-roman', { type: 'I' }],
  ['lower-greek', { class: 'kg-list-greek' }],
  ['none', uncounted],
])

/** Keeps the meaning that the allow-list would take away: breaks between blocks, struck and raised words. */
export function replaceObsolete($: Tree): void {
  for (const [former, current] of Object.entries(successors)) {
    $(former).each((_, element) => rename($, $(element), current))
  }
  $('b[style], strong[style]').each((_, element) => {
    if (plain.b?.test(element.attribs.style ?? '')) unwrap($(element))
  })
  $('[style], [class]').each((_, element) => {
    const text = $(element)
    const around = [text, text.parents()]
    for (const [says, meaning] of meanings)
      if (says(element.attribs) && !around.some((nodes) => nodes.is(alike[meaning] ?? meaning)))
        wrapText($, text, meaning, says)
  })
  $(':is(ol, ul, li)[style*="list-style" i]').each((_, element) => countItems($, $(element)))
  // An item's `type` counts it alone; editors mean the list.
  $('ol:not([type]) > li[type]').each((_, item) => {
    const { type = '' } = item.attribs
    if (/^[ai1]$/i.test(type)) $(item).parent().attr('type', type)
  })
  $('center').addClass('kg-text-center')
  // The places to click in a picture become links in a row.
  $('area[href]').each((_, element) => {
    const { href = '', alt = '' } = element.attribs
    const words = alt || href
    $(element).replaceWith($('<span>').append(' ', $('<a>').attr('href', href).text(words)))
  })
  $(blocks).each((_, element) => separate($, $(element)))
}

function rename($: Tree, node: Nodes, name: string): void {
  const renamed = $(`<${name}>`).attr(node.attr() ?? {})
  node.replaceWith(renamed.append(node.contents()))
}

/** Counts a list as its style says, or that of its items: word processors write it on each. */
function countItems($: Tree, node: Nodes): void {
  const [, style = ''] = /(?:^|;)\s*list-style(?:-type)?\s*:([^;]*)/i.exec(node.attr('style') ?? '') ?? []
  const words = style.toLowerCase().match(/[a-z-]+/g) ?? []
  const counter = words.map((word) => counters.get(word)).find((known) => known !== undefined)
  if (counter === undefined) return
  const isItem = node.is('li')
  if (isItem && counter === uncounted) return void node.attr(uncounted)
  const list = node.closest('ol, ul')
  if (isItem && list.attr('type') !== undefined) return
  const name = counter === uncounted ? 'ul' : 'ol'
  list.attr(counter)
  if (!list.is(name)) rename($, list, name)
}

/** Makes a node a block, or a line among phrasing content. */
function separate($: Tree, node: Nodes): void {
  if (node.parents(phrasingOnly).length === 0) return rename($, node, 'div')
  const [element] = node
  const shown = (way: 'prev' | 'next') => {
    let sibling = element?.[way] ?? null
    while (sibling !== null && sibling.nodeType !== 1 && !(sibling.nodeType === 3 && visible.test(sibling.data)))
      sibling = sibling[way]
    return sibling
  }
  const [before, after] = [shown('prev'), shown('next')]
  if (before !== null && !$(before).is('br')) node.before('<br>')
  // A block that follows makes its own break.
  if (after !== null && !$(after).is(`br, ${blocks}`)) node.after('<br>')
  unwrap(node)
}

/**
 * Wraps texts one by one, since these elements hold no block. Elements with the same meaning have their own turn: to walk through each
 * of them again would take the cube of their depth.
 */
function wrapText($: Tree, node: Nodes, name: string, says: Says): void {
  for (const inner of node.contents().get()) {
    if (inner.nodeType === 3 && visible.test(inner.data)) $(inner).wrap($(`<${name}>`))
    if (!('attribs' in inner) || says(inner.attribs) || plain[name]?.test(inner.attribs.style ?? '')) continue
    if (!$(inner).is(alike[name] ?? name)) wrapText($, $(inner), name, says)
  }
}

/**
 * Readings as browsers show them, with the parentheses for programs without ruby (HTML, "The rp element"). The containers of
 * former drafts (`rb`, `rtc`) become what the standard has.
 */
export function normaliseRuby($: Tree): void {
  $('rtc').each((_, element) => {
    const readings = $(element)
    if (readings.find('rt').length === 0) readings.wrapInner($('<rt>'))
    unwrap(readings)
  })
  $('ruby').each((_, element) => pairBases($, $(element)))
  $('rb').each((_, element) => unwrap($(element)))
  $('rp').remove()
  $('rt').each((_, element) => {
    const reading = $(element)
    const isBracketed = /^\s*[([（［【]/.test(reading.text())
    if (reading.closest('ruby').length > 0) {
      if (!isBracketed) reading.before('<rp>(</rp>').after('<rp>)</rp>')
    } else replaceBy(reading, isBracketed ? reading.contents() : $('<span>').append('(', reading.contents(), ')'))
  })
}

/** Puts each reading after its base where all bases come first. */
function pairBases($: Tree, ruby: Nodes): void {
  const [bases, readings] = [ruby.children('rb'), ruby.children('rt')]
  if (bases.length < 2 || bases.length > readings.length) return
  bases.each((index, base) => void $(base).after(readings.eq(index)))
}
