import type { TreeAdapter } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/**
 * As deep as browsers let a page become, too: whatever walks down a tree, ours or a package's, calls itself once for each
 * step, and the stack has room for some thousands.
 */
const deepest = 512

/** Elements of one post: HTML that is not well-formed makes of a few characters as many as would fill the memory. */
const mostElements = 100_000

type Adapter = TreeAdapter<Htmlparser2TreeAdapterMap>
type Parent = Htmlparser2TreeAdapterMap['parentNode']

/** For one tree: parsing throws as soon as it gets out of bounds, and not only when all of it has been made. */
export function createBoundedAdapter(): Adapter {
  let elements = 0
  return {
    ...adapter,
    createElement(...element) {
      elements += 1
      if (elements > mostElements) throw new Error(`the HTML has more than ${mostElements} elements`)
      return adapter.createElement(...element)
    },
    appendChild(parent, node) {
      if (depthOf(parent) >= deepest) throw new Error(`the HTML is nested more than ${deepest} deep`)
      adapter.appendChild(parent, node)
    },
  }
}

function depthOf(node: Parent): number {
  let depth = 0
  for (let above: Parent | null = node; above !== null; above = above.parent) depth += 1
  return depth
}
