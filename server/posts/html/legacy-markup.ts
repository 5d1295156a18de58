import { visible } from './readable-text.ts'
import { type Nodes, phrasingOnly, replaceBy, type Tree, unwrap } from './tree.ts'

/** Elements that browsers show as blocks (HTML, "Rendering", §15.3) and that the allow-list lacks. */
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

/** Whether an element's style or class changes the meaning of its text. */
type HasMeaning = (attribs: Record<string, string>) => boolean

/** Editors' own class names for struck text. */
const struck = /(?:^|[\s_-])(?:strike(?:through|out)?|line-through)(?:\s|$)/i

const styled =
  (pattern: RegExp): HasMeaning =>
  ({ style = '' }) =>
    pattern.test(style)

/** Much red and green, and less blue: word processors highlight in such colours. */
const yellow =
  'yellow\\b|#f[d-f][\\da-d]\\b|#f[\\da-f][d-f][\\da-f][\\da-d][\\da-f]\\b|rgba?\\(2[45]\\d[, ]+2[0-5]\\d[, ]+(?:1?\\d?\\d|20\\d|21\\d)\\b'

/** Styles and classes that change the meaning of a text, each with the element of that meaning. */
const meanings: readonly (readonly [hasMeaning: HasMeaning, element: string])[] = [
  [styled(/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i), 's'],
  [styled(/(?:^|;)\s*vertical-align\s*:\s*super\b/i), 'sup'],
  [styled(/(?:^|;)\s*vertical-align\s*:\s*sub\b/i), 'sub'],
  [styled(/(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]00)\b/i), 'b'],
  [styled(/(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)\b/i), 'i'],
  [styled(/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bunderline\b/i), 'u'],
  [styled(new RegExp(`(?:^|;)\\s*(?:background(?:-color)?|mso-highlight)\\s*:\\s*(?:${yellow})`, 'i')), 'mark'],
  [({ class: names = '' }) => struck.test(names), 's'],
]

/** Elements whose text already looks like that, by the element of the meaning. */
const equivalents: Record<string, string> = {
  s: 's, del',
  b: 'b, strong, th, h1, h2, h3, h4, h5, h6',
  i: 'i, em, cite',
  u: 'u, ins, a',
  mark: 'mark, .kg-card',
}

/** Styles that cancel a meaning. Google Docs wraps whatever is copied in `<b style="font-weight:normal">`. */
const plain: Record<string, RegExp> = {
  b: /(?:^|;)\s*font-weight\s*:\s*(?:normal|[1-4]00)\b/i,
  i: /(?:^|;)\s*font-style\s*:\s*normal\b/i,
}

/** For a list whose numbers the author types, as in « a) », and for an item without a number. */
const uncounted = { class: 'kg-list-none' }

/** The attribute for a list's numbering, by its `list-style`. Laws and contracts refer to « le point c) ». */
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

/** Keeps the meaning that the allow-list would remove: breaks between blocks, struck and raised text. */
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
    for (const [hasMeaning, meaning] of meanings)
      if (hasMeaning(element.attribs) && !around.some((nodes) => nodes.is(equivalents[meaning] ?? meaning)))
        wrapText($, text, meaning, hasMeaning)
  })
  $(':is(ol, ul, li)[style*="list-style" i]').each((_, element) => numberItems($, $(element)))
  // The `type` of an item applies to that item; editors mean the list.
  $('ol:not([type]) > li[type]').each((_, item) => {
    const { type = '' } = item.attribs
    if (/^[ai1]$/i.test(type)) $(item).parent().attr('type', type)
  })
  $('center').addClass('kg-text-center')
  // The areas of an image map become links in a row.
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

/** Numbers a list by its style or that of its items: word processors write it on each item. */
function numberItems($: Tree, node: Nodes): void {
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

/** Makes a node a block or, within phrasing content, a line. */
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
 * Wraps texts one by one, since the new elements must not contain blocks. Skips elements with the same meaning, which have their own
 * turn: otherwise the time would be the cube of their depth.
 */
function wrapText($: Tree, node: Nodes, name: string, hasMeaning: HasMeaning): void {
  for (const inner of node.contents().get()) {
    if (inner.nodeType === 3 && visible.test(inner.data)) $(inner).wrap($(`<${name}>`))
    if (!('attribs' in inner) || hasMeaning(inner.attribs) || plain[name]?.test(inner.attribs.style ?? '')) continue
    if (!$(inner).is(equivalents[name] ?? name)) wrapText($, $(inner), name, hasMeaning)
  }
}

/**
 * Gives readings the parentheses for programs without ruby support (HTML, "The rp element"). Elements of former drafts (`rb`,
 * `rtc`) become those of the standard.
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

/** If all bases come first, puts each reading after its base. */
function pairBases($: Tree, ruby: Nodes): void {
  const [bases, readings] = [ruby.children('rb'), ruby.children('rt')]
  if (bases.length < 2 || bases.length > readings.length) return
  bases.each((index, base) => void $(base).after(readings.eq(index)))
}
