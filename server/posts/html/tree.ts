import { type CheerioAPI, load } from 'cheerio/slim'
import { html as names, parseFragment, serialize } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { checkTextLimits, type Counts, createCounts, createLimitedAdapter } from './parse-limits.ts'

/**
 * A post's HTML as a tree: the very one that a browser makes of it (parse5, HTML Standard). Nothing in it is trusted yet.
 * Cheerio's main module would do the same, and load a whole HTTP client beside.
 */
export type Tree = CheerioAPI

const countsOf = new WeakMap<Tree, Counts>()

/**
 * @param html a fragment, as it stands in a body, mended as browsers do. Throws if it is beyond the parse limits.
 * @param around the tree that has this HTML in an attribute: the limits apply to both together
 */
export function parseTree(html: string, around?: Tree): Tree {
  checkTextLimits(html)
  const counts = (around && countsOf.get(around)) ?? createCounts()
  const { limited, children } = createLimitedAdapter(counts)
  // Half a surrogate pair shows nothing, and two of them in a row make parse5 8 throw.
  const sound = html.replace(/\p{Surrogate}/gu, '\ufffd')
  // No script of a post ever runs, so `noscript` holds elements.
  const fragment = parseFragment(sound, { treeAdapter: limited, scriptingEnabled: false })
  // The body holds all: Cheerio compares each element at the root with all others, for every selector.
  const body = adapter.createElement('body', names.NS.HTML, [])
  for (const node of children()) adapter.appendChild(body, node)
  adapter.appendChild(fragment, body)
  const tree = load(fragment, null, false)
  countsOf.set(tree, counts)
  return tree
}

export function bodyOf(tree: Tree) {
  return tree.root().children('body')
}

/** The tree as HTML, with no more character references than it needs. */
export function htmlOf(tree: Tree): string {
  const [body] = bodyOf(tree)
  return body === undefined ? '' : serialize(body, { treeAdapter: serialising })
}

/** Elements that Cheerio has made have no namespace, and a `br` without one would get an end tag, which is a second `br`. */
const serialising: typeof adapter = {
  ...adapter,
  getNamespaceURI: (element) => (element.namespace === undefined ? names.NS.HTML : adapter.getNamespaceURI(element)),
}

export type Nodes = ReturnType<Tree>

/** Cheerio's own `replaceWith` leaves the neighbours of a removed node unaware of each other. */
export function replaceBy(node: Nodes, others: Nodes | ''): void {
  if (others === '' || others.length === 0) node.remove()
  else node.replaceWith(others)
}

/** The element goes, its content stays. */
export function unwrap(node: Nodes): void {
  replaceBy(node, node.contents())
}

const phrasing =
  'abbr, b, bdi, bdo, cite, code, dfn, em, i, kbd, mark, q, s, samp, small, span, strong, sub, sup, time, u, var'

/** Selects elements that hold words and what stands among them, never a block (HTML, "phrasing content"). */
export const phrasingOnly = `p, h1, h2, h3, h4, h5, h6, pre, summary, ${phrasing}`

/** Elements whose content no reader sees; the allow-list drops both. */
export const unread =
  'script style textarea option noscript template button svg math form iframe object title select'.split(' ')

/** A copy of a node with the parts that a reader sees. */
export function readableCopy(node: Nodes): Nodes {
  const copy = node.clone()
  copy.find(unread.join()).remove()
  return copy
}

export type Node = ReturnType<Nodes['contents']>[number]

/** Selects code and its like, and what has no words for its readers. */
export const notProse = 'code, img, kbd, option, pre, samp, script, style, template, textarea, var'

/** The texts of each line of a post, and among them what is not prose. Blocks and breaks end a line. */
export function linesOf($: Tree, wholes = notProse): Node[][] {
  const undivided = new Set<Node>($(wholes).get())
  const withinLine = new Set<Node>($(`a, del, font, ins, ${phrasing}`).get())
  const lines: Node[][] = [[]]
  const read = (node: Node) => {
    if (node.nodeType === 3 || undivided.has(node)) return void lines.at(-1)?.push(node)
    if (!('children' in node)) return
    if (!withinLine.has(node)) lines.push([])
    node.children.forEach(read)
    if (!withinLine.has(node)) lines.push([])
  }
  bodyOf($).each((_, body) => read(body))
  return lines
}
