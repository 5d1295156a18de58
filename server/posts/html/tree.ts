import { type CheerioAPI, load } from 'cheerio/slim'
import { html as names, parseFragment, serialize } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { checkTextLimits, type Counts, createCounts, createLimitedAdapter } from './parse-limits.ts'

/**
 * A post's HTML as a tree, exactly as a browser parses it (parse5, HTML Standard). Nothing in it is trusted yet. Cheerio's main
 * module would do the same, but also load an HTTP client.
 */
export type Tree = CheerioAPI

const countsOf = new WeakMap<Tree, Counts>()

/**
 * @param html a fragment of a body; errors in it are repaired as in browsers. Throws if it exceeds the parse limits.
 * @param around the tree that has this HTML in an attribute: the limits apply to both together
 */
export function parseTree(html: string, around?: Tree): Tree {
  checkTextLimits(html)
  const counts = (around && countsOf.get(around)) ?? createCounts()
  const { limited, children } = createLimitedAdapter(counts)
  // A lone surrogate shows nothing, and two of them in a row make parse5 8 throw.
  const sound = html.replace(/\p{Surrogate}/gu, '\ufffd')
  // No script of a post ever runs, so `noscript` contains elements.
  const fragment = parseFragment(sound, { treeAdapter: limited, scriptingEnabled: false })
  // A body contains all nodes: for every selector, Cheerio compares each element at the root with all others.
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

/** Elements made by Cheerio have no namespace. A `br` without one would get an end tag, which browsers take for a second `br`. */
const serialising: typeof adapter = {
  ...adapter,
  getNamespaceURI: (element) => (element.namespace === undefined ? names.NS.HTML : adapter.getNamespaceURI(element)),
}

export type Nodes = ReturnType<Tree>

/** If the replacement is empty, Cheerio's own `replaceWith` does not link the node's neighbours to each other. */
export function replaceBy(node: Nodes, replacement: Nodes | ''): void {
  if (replacement === '' || replacement.length === 0) node.remove()
  else node.replaceWith(replacement)
}

/** Replaces an element by its content. */
export function unwrap(node: Nodes): void {
  replaceBy(node, node.contents())
}

const phrasing =
  'abbr, b, bdi, bdo, cite, code, dfn, em, i, kbd, mark, q, s, samp, small, span, strong, sub, sup, time, u, var'

/** Selects elements that must not contain blocks, only phrasing content (HTML, "phrasing content"). */
export const phrasingOnly = `p, h1, h2, h3, h4, h5, h6, pre, summary, ${phrasing}`

/** Elements whose content readers do not see. The allow-list removes them with their content. */
export const unread =
  'script style textarea option noscript template button svg math form iframe object title select'.split(' ')

/** A copy of a node with only the parts that readers see. */
export function readableCopy(node: Nodes): Nodes {
  const copy = node.clone()
  copy.find(unread.join()).remove()
  return copy
}

export type Node = ReturnType<Nodes['contents']>[number]

/** Selects code and similar elements, and those without text for readers. */
export const notProse = 'code, img, kbd, option, pre, samp, script, style, template, textarea, var'

/** The texts of each line of a post, and the elements among them that are not prose, as a whole. Blocks and breaks end a line. */
export function linesOf($: Tree, undividedSelector = notProse): Node[][] {
  const undivided = new Set<Node>($(undividedSelector).get())
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
