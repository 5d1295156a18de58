import type { TreeAdapter } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/**
 * As deep as browsers let a page become, too: whatever walks down a tree, ours or a package's, calls itself once for each
 * step, and the stack has room for some thousands.
 */
const deepest = 512

/** Elements, comments and texts of one post: HTML that is not well-formed makes of a few characters as many as would fill the memory. */
const mostNodes = 200_000
const mostElements = 100_000

type Adapter = TreeAdapter<Htmlparser2TreeAdapterMap>
type Parent = Htmlparser2TreeAdapterMap['parentNode']

/**
 * For one tree: parsing throws as soon as it gets out of bounds, and not only when all of it has been made. What it makes stays in
 * the root that the parser puts it into first: parse5 would move each node to the fragment by itself, in the square of their number.
 */
export function createBoundedAdapter() {
  let root: Parent | null = null
  let elements = 0
  let nodes = 0
  const count = () => {
    nodes += 1
    if (nodes > mostNodes) throw new Error(`the HTML has more than ${mostNodes} nodes`)
  }
  const bounded: Adapter = {
    ...adapter,
    createElement(...element) {
      count()
      elements += 1
      if (elements > mostElements) throw new Error(`the HTML has more than ${mostElements} elements`)
      return adapter.createElement(...element)
    },
    createCommentNode(data) {
      count()
      return adapter.createCommentNode(data)
    },
    appendChild(parent, node) {
      if (depthOf(parent) >= deepest) throw new Error(`the HTML is nested more than ${deepest} deep`)
      adapter.appendChild(parent, node)
    },
    getFirstChild(parent) {
      const isRoot = parent.parent !== null && parent.parent.parent === null
      if (!isRoot) return adapter.getFirstChild(parent)
      root = parent
      return null
    },
  }
  /** What was parsed, once it is. */
  const children = () => root?.children ?? []
  return { bounded, children }
}

function depthOf(node: Parent): number {
  let depth = 0
  for (let above: Parent | null = node; above !== null; above = above.parent) depth += 1
  return depth
}
