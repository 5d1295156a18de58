import type { TreeAdapter } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/** In UTF-16 code units; the longest article of a public export has a tenth of it. */
const maxLength = 4_000_000
/** Far above what any author writes; a parser compares each attribute of a tag with all others. */
const maxAttributes = 1000
/** As deep as browsers let a page become: functions that walk down a tree call themselves once for each step. */
const maxDepth = 512
/** HTML that is not well-formed makes of a few characters as many nodes as would fill the memory. */
const maxNodes = 200_000
const maxElements = 100_000

type Adapter = TreeAdapter<Htmlparser2TreeAdapterMap>
type Parent = Htmlparser2TreeAdapterMap['parentNode']

/**
 * A parse5 adapter for one tree, which throws as soon as the tree exceeds its limits. The nodes stay in the root that the parser
 * makes first: parse5 would move each of them to the fragment by itself, in the square of their number.
 */
export function createLimitedAdapter() {
  let root: Parent | null = null
  let elements = 0
  let nodes = 0
  const count = () => {
    nodes += 1
    if (nodes > maxNodes) throw new Error(`the HTML has more than ${maxNodes} nodes`)
  }
  const limited: Adapter = {
    ...adapter,
    createElement(...element) {
      count()
      elements += 1
      if (elements > maxElements) throw new Error(`the HTML has more than ${maxElements} elements`)
      return adapter.createElement(...element)
    },
    createCommentNode(data) {
      count()
      return adapter.createCommentNode(data)
    },
    appendChild(parent, node) {
      if (depthOf(parent) >= maxDepth) throw new Error(`the HTML is nested more than ${maxDepth} deep`)
      adapter.appendChild(parent, node)
    },
    getFirstChild(parent) {
      const isRoot = parent.parent !== null && parent.parent.parent === null
      if (!isRoot) return adapter.getFirstChild(parent)
      root = parent
      return null
    },
  }
  /** The parsed nodes, once parsing has ended. */
  const children = () => root?.children ?? []
  return { limited, children }
}

function depthOf(node: Parent): number {
  let depth = 0
  for (let above: Parent | null = node; above !== null; above = above.parent) depth += 1
  return depth
}

const between = /[\s/]*/y
const name = /=?[^\s/>=]*/y
const equals = /\s*=\s*/y
const unquoted = /[^\s>]*/y

/**
 * Throws where a text is too long to be parsed, or a tag of it has too many attributes, in one walk from its start to its end.
 */
export function checkTextLimits(html: string): void {
  if (html.length > maxLength) throw new Error(`the HTML is longer than ${maxLength} characters`)
  let at = 0
  /** Moves behind a match at this place, and returns its length. */
  const pass = (pattern: RegExp): number => {
    pattern.lastIndex = at
    const length = pattern.exec(html)?.[0].length ?? 0
    at += length
    return length
  }
  for (at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    at += 1
    if (!/[a-z]/i.test(html.charAt(at))) continue
    for (let attributes = -1; at < html.length && html[at] !== '>'; attributes += 1) {
      if (attributes > maxAttributes) throw new Error(`a tag of the HTML has more than ${maxAttributes} attributes`)
      pass(name)
      if (pass(equals) > 0) passValue()
      pass(between)
    }
  }

  function passValue(): void {
    const quote = html.charAt(at)
    if (quote !== '"' && quote !== "'") return void pass(unquoted)
    const end = html.indexOf(quote, at + 1)
    at = end === -1 ? html.length : end + 1
  }
}
