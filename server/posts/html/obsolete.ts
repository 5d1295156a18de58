import { wordsOnly } from './phrasing.ts'
import { type Nodes, type Tree, unwrap, visible } from './tree.ts'

/** What browsers show as a block (HTML, "Rendering", §15.3) and the allow-list does not have. */
const blocks =
  'address, article, aside, center, dialog, fieldset, footer, header, hgroup, legend, main, nav, noframes, search, section'

/** Elements of former days, and what says the same today. */
const successors: Record<string, string> = {
  strike: 's',
  tt: 'code',
  acronym: 'abbr',
  dir: 'ul',
  menu: 'ul',
  listing: 'pre',
  xmp: 'pre',
}

/** Styles that change what a text says, each with the element that says it. */
const senses: readonly (readonly [style: RegExp, element: string])[] = [
  [/(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i, 's'],
  [/(?:^|;)\s*vertical-align\s*:\s*super\b/i, 'sup'],
  [/(?:^|;)\s*vertical-align\s*:\s*sub\b/i, 'sub'],
]

/** Editors' own names for struck text. */
const struck = /(?:^|[\s_-])(?:strike(?:through|out)?|line-through)(?:\s|$)/i

/** What the allow-list would take from a text together with its sense: breaks between blocks, struck and raised words. */
export function settleObsolete($: Tree): void {
  for (const [former, current] of Object.entries(successors)) {
    $(former).each((_, element) => void replaced($, $(element), current))
  }
  $('[style], [class]').each((_, element) => {
    const text = $(element)
    const style = text.attr('style') ?? ''
    for (const [pattern, sense] of senses) if (pattern.test(style)) wrapWords($, text, sense)
    if (struck.test(text.attr('class') ?? '')) wrapWords($, text, 's')
  })
  $('center').addClass('kg-text-center')
  $(blocks).each((_, element) => separate($, $(element)))
}

function replaced($: Tree, node: Nodes, name: string): Nodes {
  const other = $(`<${name}>`).attr(node.attr() ?? {})
  node.replaceWith(other.append(node.contents()))
  return other
}

/** A block of its own, or, where only words can stand, a line of its own. */
function separate($: Tree, node: Nodes): void {
  if (node.parents(wordsOnly).length === 0) return void replaced($, node, 'div')
  const siblings = node.parent().contents().toArray()
  const at = siblings.findIndex((sibling) => node.is(sibling))
  const shows = (sibling: (typeof siblings)[number]) => sibling.nodeType === 1 || visible.test($(sibling).text())
  const [before, after] = [siblings.slice(0, at).findLast(shows), siblings.slice(at + 1).find(shows)]
  if (before !== undefined && !$(before).is('br')) node.before('<br>')
  // A block that follows makes its own break.
  if (after !== undefined && !$(after).is(`br, ${blocks}`)) node.after('<br>')
  unwrap(node)
}

/** Each text by itself, since no block stands within these elements. */
function wrapWords($: Tree, node: Nodes, sense: string): void {
  if (node.closest(sense === 's' ? 's, del' : sense).length > 0) return
  for (const inner of node.contents().get()) {
    if (inner.nodeType === 3 && visible.test(inner.data)) $(inner).wrap($(`<${sense}>`))
    else if (inner.nodeType === 1) wrapWords($, $(inner), sense)
  }
}
